/** A fingerprint in groups of four. */
export const inFours = (hex: string): string => (hex.match(/.{1,4}/g) ?? []).join(' ')
