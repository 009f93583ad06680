import type { Endpoint } from "@sendwright/core/contract";

export type Files = Readonly<Record<string, readonly File[]>>;

type Wire = Record<string, unknown>;

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function form(fields: Wire, files: Files): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, asText(value));
  for (const [name, list] of Object.entries(files)) for (const file of list) data.append(name, file, file.name);
  return data;
}

function query(fields: Wire): string {
  const search = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)]));
  return search.size > 0 ? `?${search}` : "";
}

/**
 * Where and how an endpoint's encoded input and files travel: path parts and headers first, the rest as query, JSON, or
 * (multipart endpoints, as soon as files are named, even none) as a form.
 */
export function wireRequest(endpoint: Endpoint, input: Wire, files: Files | undefined) {
  const rest: Wire = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): string => {
    const value = asText(rest[name]);
    delete rest[name];
    return value;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(take(name)));
  const headers: Record<string, string> = { accept: "application/json" };
  for (const [field, header] of Object.entries(endpoint.headers)) if (field in rest) headers[header] = take(field);

  if (endpoint.body === "none") return { url: path + query(rest), headers, body: null };
  if (endpoint.body === "multipart" && files) return { url: path, headers, body: form(rest, files) };
  headers["content-type"] = "application/json";
  return { url: path, headers, body: JSON.stringify(rest) };
}
