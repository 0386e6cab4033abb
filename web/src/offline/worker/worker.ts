/**
 * The service worker: with it the page opens without a network, where there is a secure context. It is whole by
 * itself, imports nothing, and is built by plugins/offline.ts, which writes the three constants.
 *
 * Documents come from the network, and what was kept is shown where that cannot be reached. What lies in `assets/`
 * never changes under its name, so it comes from what is kept. Nothing below `/api/` ever passes through here, nor what
 * other sites embed.
 */

const worker = self as unknown as ServiceWorkerGlobalScope;
/** All files of this build that are kept, and the page's own script: it names every other in some way. */
declare const FILES: readonly string[];
declare const ENTRY: string;
declare const LANGUAGES: readonly [string, ...string[]];

const PREFIX = "gaple-";
const CACHE = PREFIX + ENTRY;
/** Under this name the document of each language is kept. */
const shellIn = (lang: string) => `/?shell=${lang}`;

worker.addEventListener("install", (event) => {
  // It harms no page that is open: every name is found in what was kept before, too.
  void worker.skipWaiting();
  event.waitUntil(install());
});

/**
 * All of it or nothing: a part that were left would count, once another build takes over, as the one before, in place of
 * what the pages that are open live on.
 */
async function install(): Promise<void> {
  const before = await caches.has(CACHE);
  try {
    await fill();
  } catch (failure) {
    if (!before) await caches.delete(CACHE);
    throw failure;
  }
}

/** One after the other, for somebody may be playing: what is known from before is not fetched again. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of FILES)
    if (!(await cache.match(file)))
      await cache.put(file, (await caches.match(file)) ?? (await had(file)));
  for (const lang of LANGUAGES) {
    // Without cookies the language asked for is the one that comes.
    const document = await had("/", { credentials: "omit", headers: { "accept-language": lang } });
    const text = await document.text();
    if (!text.includes(ENTRY)) throw new Error("the server has another page by now");
    await cache.put(shellIn(lang), new Response(text, { headers: plain(document.headers) }));
  }
}

async function had(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The headers of a text that has been read: nothing is compressed any more, and nothing fetched along with it. */
function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "link", "vary"]) kept.delete(name);
  return kept;
}

worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  // A page that is open may still ask for parts of the build before this one, but of none before that.
  const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== CACHE);
  await Promise.all(others.slice(0, -1).map((key) => caches.delete(key)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll()) client.postMessage({ entry: ENTRY });
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (/^\/(api|sisip)\//.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(navigated(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The document of an address: all of them are the same one, which looks at its address by itself. */
async function navigated(event: FetchEvent): Promise<Response> {
  const shell = () => caches.match(shellIn(language()), { cacheName: CACHE });
  try {
    const answer: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    // A proxy stands there, and behind it nothing.
    return ([502, 504].includes(answer.status) && (await shell())) || answer;
  } catch (failure) {
    const document = await shell();
    if (!document) throw failure;
    return document;
  }
}

/** What the server would begin in: the first language of the browser's that there is. The page itself knows better. */
function language(): string {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
}
