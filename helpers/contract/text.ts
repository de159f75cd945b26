/** Longest rendering of one value in a message, in characters. */
export const LONGEST_VALUE = 120;

/** Cuts a text to `longest` characters and marks the cut. */
export function shorten(text: string, longest = LONGEST_VALUE): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** The words with a full stop, unless they end with one or with a question mark. */
export function sentence(words: string): string {
  return /[.?]$/.test(words) ? words : `${words}.`;
}

/** Undoes percent-encoding; text that is not properly encoded stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
