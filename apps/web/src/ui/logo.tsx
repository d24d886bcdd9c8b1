import { wordmark } from './wordmark.ts'

const tile = <rect x="1" y="1" width="22" height="22" rx="4.5" fill="#c3311f" />
const notch = <path d="M12 1v6.6H8v4.4h8v4.4h-4V23" fill="none" stroke="#fff" strokeWidth="1.9" />

/** The mark alone, `size` px: two halves of a notched match shut into one seal. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {tile}
      {notch}
    </svg>
  )
}

/** Mark and wordmark, `height` px. Clear space on every side: half the mark. */
export function Logo({ height = 32 }: { height?: number }) {
  return (
    <svg height={height} width={(height * 90) / 32} viewBox="0 0 90 32" role="img" aria-label="墨契">
      <g transform="translate(0 2) scale(1.1667)">
        {tile}
        {notch}
      </g>
      <path fill="currentColor" d={wordmark} />
    </svg>
  )
}
