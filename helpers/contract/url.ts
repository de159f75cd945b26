/**
 * An address as a URL; null if it is none. Not by `URL.canParse`, which refuses letters beyond ASCII in Node 20 once it
 * has been called often enough to be compiled.
 */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
