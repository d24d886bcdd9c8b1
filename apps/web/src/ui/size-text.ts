const short = (mm: number) => String(Math.round(mm * 10) / 10)

/** The size of a seal in words, to a tenth of a millimetre: `40 mm` when it is as wide as high, else `45×30 mm`. */
export const sizeText = ({ width, height }: { width: number; height: number }): string =>
  width === height ? `${short(width)} mm` : `${short(width)}×${short(height)} mm`
