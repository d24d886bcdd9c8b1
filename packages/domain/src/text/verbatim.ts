/** A text that is data and no word of the interface: carved, printed or looked for, the same in every language. */
export const verbatim = String.raw
