import type { CSSProperties } from 'react'

type SealImageProps = {
  src: string
  alt: string
  /** True size in mm. */
  width: number
  height: number
  /** Pixels per millimetre; absent, the surrounding page's `--mm` counts. */
  mm?: number
  style?: CSSProperties
}

/** A seal at its true size, multiplied onto whatever lies under it, as ink is. */
export function SealImage({ src, alt, width, height, mm, style }: SealImageProps) {
  const size: CSSProperties = mm
    ? { width: width * mm, height: height * mm }
    : { width: `calc(${width} * var(--mm))`, height: `calc(${height} * var(--mm))` }
  return <img src={src} alt={alt} draggable={false} style={{ mixBlendMode: 'multiply', ...size, ...style }} />
}
