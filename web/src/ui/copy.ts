/** Copying works on plain http too, where a browser has no clipboard to offer: by selecting. */

/** Copy a text that stands in a field; false where the person must do it by hand (it is selected). */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    field.setSelectionRange(0, field.value.length);
    return document.execCommand("copy");
  }
}
