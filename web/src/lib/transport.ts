/** One HTTP request, ready to go. */
export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | null;
  /** Whether a good answer is a file. */
  file: boolean;
  signal: AbortSignal | undefined;
  /** Called with the part that has been uploaded, from 0 to 1. */
  onProgress: ((part: number) => void) | undefined;
}

/** The response, in any form. */
export interface WireAnswer {
  status: number;
  header: (name: string) => string | null;
  text: string;
  /** The bytes, of an answer that is a file. */
  content?: Blob;
}

async function byFetch({ method, url, headers, body, file, signal }: WireRequest): Promise<WireAnswer> {
  const response = await fetch(url, { method, headers, body, signal: signal ?? null, cache: "no-store" });
  const begun = { status: response.status, header: (name: string) => response.headers.get(name) };
  if (file && response.ok) return { ...begun, text: "", content: await response.blob() };
  return { ...begun, text: await response.text() };
}

/** `fetch` cannot tell how much of a body has gone out; XMLHttpRequest can. */
function byXhr({ method, url, headers, body, signal, onProgress }: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    xhr.onload = () =>
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText });
    xhr.onerror = () => reject(new TypeError("The request got no answer."));
    xhr.onabort = () => reject(new DOMException("The request was stopped.", "AbortError"));
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(body);
  });
}

/** Any answer that came back. Throws when none came, and an AbortError when it was stopped. */
export function transport(request: WireRequest): Promise<WireAnswer> {
  request.signal?.throwIfAborted();
  return request.onProgress && request.body ? byXhr(request) : byFetch(request);
}
