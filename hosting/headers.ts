/**
 * The one list of what the page may load and how it is served. It makes the headers of
 * firebase.json (`npm run headers`) and the local ones.
 */

export interface Origins {
  /** Where the sign-in script comes from. */
  google: string;
  /** Where Firebase Auth answers. */
  auth: string[];
}

export const productionOrigins: Origins = {
  google: "https://accounts.google.com",
  auth: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
};

/**
 * The Content-Security-Policy: no inline script, inline styles (Emotion writes them), no picture
 * from elsewhere.
 */
export function contentSecurityPolicy({ google, auth }: Origins): string {
  const directives = {
    "default-src": ["'none'"],
    "script-src": ["'self'", `${google}/gsi/client`],
    "style-src": ["'self'", "'unsafe-inline'", `${google}/gsi/style`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", `${google}/gsi/`, ...auth],
    "frame-src": ["'self'", `${google}/gsi/`],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return written(directives);
}

/**
 * The policy of the paper that a mail is shown on, for the page alone to frame: styles, and
 * pictures of any site once the person allows them (until then the page adds a stricter one).
 * Nothing runs there, also where somebody opens it by its address.
 */
export const paperPolicy = written({
  "default-src": ["'none'"],
  "style-src": ["'unsafe-inline'"],
  "img-src": ["data:", "https:"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'self'"],
  sandbox: ["allow-same-origin", "allow-popups", "allow-popups-to-escape-sandbox"],
});

/**
 * Text becomes code only where `web/src/lib/trustedTypes.ts` says so. Reported, not refused:
 * Google's sign-in script is not ours, and what it hands to the browser cannot be tried here. The
 * stories fail at the first report.
 */
const trustPolicy = "require-trusted-types-for 'script'";

function written(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** One entry of Hosting's `headers`. */
export interface HeaderRule {
  source: string;
  headers: { key: string; value: string }[];
}

/**
 * Hosting's `headers`. The page is checked for a newer version at every load; what carries a hash
 * in its name is kept for a year.
 */
export function hostingHeaders(origins: Origins, { https }: { https: boolean }): HeaderRule[] {
  const everywhere = {
    "Content-Security-Policy": contentSecurityPolicy(origins),
    // Google's sign-in popup must keep its opener.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    // No other site may load our files into its pages.
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy":
      "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
  const onPaper = {
    ...everywhere,
    "Content-Security-Policy": paperPolicy,
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "SAMEORIGIN",
  };
  return [
    {
      source: "!/mail.html",
      headers: headerList({ ...everywhere, "Content-Security-Policy-Report-Only": trustPolicy }),
    },
    { source: "/mail.html", headers: headerList(onPaper) },
    // The API itself forbids storing its answers.
    { source: "!/api/**", headers: headerList({ "Cache-Control": "no-cache" }) },
    {
      source: "/assets/**",
      headers: headerList({ "Cache-Control": "public, max-age=31536000, immutable" }),
    },
  ];
}

function headerList(headers: Record<string, string>): HeaderRule["headers"] {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}
