import type { Company } from "../net/protocol";
import { t } from "../texts/texts.svelte";

/** Who may come to a table, in a few plain words each: what is usual goes without saying. */
export function companyInWords(company: Company): string[] {
  return [
    company.one_phone ? t("company.one_phone") : null,
    company.public ? t("company.public") : null,
    company.onlookers ? null : t("company.closed"),
    company.chat ? t("company.chat") : null,
    company.delay > 0 ? t("company.late", { n: company.delay }) : null,
  ].filter((words) => words !== null);
}
