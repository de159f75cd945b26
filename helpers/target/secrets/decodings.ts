import { BASE64, HEXADECIMAL, undoDigits } from "./digits.js";
import { undoEscapes } from "./escapes.js";
import type { Layer } from "./layers.js";

/** Undoes one kind of encoding throughout a text, in one pass; null if the text does not contain it. */
export type Decoding = (layer: Layer) => Layer | null;

/**
 * The encodings that texts are searched in.
 * @param shortest bytes of the shortest text searched for; anything too short for it is not decoded
 */
export function decodingsFor(shortest: number): readonly Decoding[] {
  const characters = Math.ceil((shortest * 4) / 3);
  return [
    undoEscapes,
    // Base64 may start after other characters of its alphabet, as in a path.
    ...[0, 1, 2, 3].map((skipped) => (layer: Layer) => undoDigits(layer, BASE64, skipped, characters)),
    ...[0, 1].map((skipped) => (layer: Layer) => undoDigits(layer, HEXADECIMAL, skipped, shortest * 2)),
  ];
}
