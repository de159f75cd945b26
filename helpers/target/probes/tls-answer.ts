import type { Socket } from "node:net";

/** A server's answer to an offer of one protocol version. */
export type TlsAnswer =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly how: string }
  | { readonly kind: "unclear"; readonly why: string };

/**
 * The first answer that a listener reports; then the connection is closed. Without one in time the answer is unclear.
 * @param listen attaches listeners that report
 */
export function answerOn<S extends Socket>(
  socket: S,
  timeoutMs: number,
  listen: (socket: S, end: (answer: TlsAnswer) => void) => void,
): Promise<TlsAnswer> {
  return new Promise((resolve) => {
    const end = (answer: TlsAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    // One limit for everything: a socket time-out would restart with every byte.
    const timer = setTimeout(
      () => end({ kind: "unclear", why: `no answer within ${timeoutMs} ms` }),
      timeoutMs,
    );
    listen(socket, end);
  });
}
