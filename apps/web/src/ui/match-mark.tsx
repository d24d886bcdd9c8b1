import { useId } from 'react'

/** `fit` matches, `broken` does not, `half` has one foreign half, `alone` lacks its other half. */
export type MatchState = 'fit' | 'broken' | 'half' | 'alone'

const notch = 'M12 0V7.600H8V12H16V16.400H12V24'
const left = 'M12 1V7.600H8V12H16V16.400H12V23H5.500A4.5 4.5 0 0 1 1 18.500V5.500A4.5 4.5 0 0 1 5.5 1Z'
const right = 'M12 1H18.500A4.5 4.5 0 0 1 23 5.500V18.500A4.5 4.5 0 0 1 18.5 23H12V16.400H16V12H8V7.600H12Z'
const rightLine =
  'M13.2 1.600H18.500A3.9 3.9 0 0 1 22.4 5.500V18.500A3.9 3.9 0 0 1 18.5 22.400H13.200V17.600H17.200V10.800H9.200V8.800H13.200Z'

/**
 * 契, the two halves of a tally, as a verdict on whether they match, `size` px; decoration, so the words beside it must
 * say the same.
 */
export function MatchMark({ state, size, color }: { state: MatchState; size: number; color: string }) {
  const mask = useId()
  return (
    <svg width={size} height={size} viewBox="-1 -1 26 26" aria-hidden="true" fill={color}>
      {state === 'broken' ? <Apart /> : <Cut id={mask} />}
      {state === 'fit' && <rect x="1" y="1" width="22" height="22" rx="4.5" mask={`url(#${mask})`} />}
      {(state === 'half' || state === 'alone') && <path d={left} mask={`url(#${mask})`} />}
      {state === 'half' && <path d={rightLine} fill="none" stroke={color} strokeWidth="0.8" />}
      {state === 'alone' && (
        <path d={rightLine} fill="none" stroke={color} strokeWidth="0.7" strokeDasharray="1.4 1.3" opacity="0.6" />
      )}
    </svg>
  )
}

function Apart() {
  return (
    <>
      <path d={left} transform="translate(-1.4 -1.2)" />
      <path d={right} transform="translate(1.4 2)" />
    </>
  )
}

function Cut({ id }: { id: string }) {
  return (
    <mask id={id}>
      <rect x="-1" y="-1" width="26" height="26" fill="#fff" />
      <path d={notch} fill="none" stroke="#000" strokeWidth="1.7" />
    </mask>
  )
}
