/** The inks of a seal (domain 4.6), as CSS colours; cinnabar red is the usual one. */
export const sealColors = { red: '#e60012', blue: '#0b4ea2', black: '#1d1f24' } as const
/** A key of `sealColors`. */
export type SealColor = keyof typeof sealColors

/** Each ink as the pages name it. */
export const sealColorLabels: Readonly<Record<SealColor, string>> = { red: '红色', blue: '蓝色', black: '黑色' }
