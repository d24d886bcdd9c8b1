import type { ApproveInfo } from '@moqi/api/approval'
import type { File, Position } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import type { CSSProperties, ReactNode } from 'react'
import { usePicture } from '../../client/picture.ts'
import { SealImage } from '../../ui/seal-image.tsx'
import { CrossPageStrip } from './cross-page-strip.tsx'
import { dateText } from './date-text.ts'
import { crossPageFill, isPick, placeKind, type Fill } from './signing-state.ts'
import './applied-layer.css'

type AppliedSeal = Pick<ApproveInfo['sealArray'][number], 'sealId' | 'sealName' | 'sealImg' | 'width' | 'height'>

type AppliedOverlay = {
  files: readonly File[]
  positions: readonly Position[]
  /** What stands at the places that have a seal; none where none may be used. */
  seals: readonly AppliedSeal[]
  /** When dates are taken to be written, ms. */
  now: number
  /** Whether the seals wait for others, for the viewer, or for nobody. */
  tone: 'ochre' | 'seal' | 'grey' | 'done'
  /** What is said at every seal. */
  note: string | null
}

/** The seals chosen at places, by positionId. */
const fillsOf = (positions: readonly Position[]): Record<string, Fill> =>
  Object.fromEntries(positions.flatMap(({ positionId, sealId }) => (sealId === null ? [] : [[positionId, { sealId }]])))

/** What lies over each page of a contract whose seals are asked for: pale seals, dates, what was filled in. */
export function appliedOverlay(overlay: AppliedOverlay) {
  const { files, positions, seals } = overlay
  const fills = fillsOf(positions)
  return (fileIndex: number, page: number): ReactNode => {
    const file = files[fileIndex]
    const onFile = positions.filter(({ fileId }) => fileId === file?.fileId)
    const seams = onFile.filter((position) => placeKind(position) === 'crossPage')
    const here = onFile.filter((position) => position.page === page && placeKind(position) !== 'crossPage')
    if (!file || here.length + seams.length === 0) return null
    return (
      <div className={`applied applied-${overlay.tone}`}>
        {seams.map((position) => (
          <CrossPageStrip
            key={position.positionId}
            position={position}
            file={file}
            page={page}
            fill={crossPageFill(position, positions, { fills })}
            seals={seals}
          />
        ))}
        {here.map((position) => (
          <AppliedPlace key={position.positionId} position={position} overlay={overlay} />
        ))}
      </div>
    )
  }
}

function AppliedPlace({ position, overlay }: { position: Position; overlay: AppliedOverlay }) {
  const kind = placeKind(position)
  const { x, y, width, height, value, sealId } = position
  const box: CSSProperties = {
    left: `calc(${x} * var(--mm))`,
    top: `calc(${y} * var(--mm))`,
    width: `calc(${width} * var(--mm))`,
    height: `calc(${height} * var(--mm))`,
  }
  if (kind === 'date')
    return (
      <span className="sign-area doc-date" style={box}>
        {dateText(position, overlay.now)}
      </span>
    )
  if (!isPick(kind))
    return (
      <span className="sign-area applied-text" style={box}>
        {value}
      </span>
    )
  const seal = overlay.seals.find((one) => one.sealId === sealId)
  return (
    <span className="sign-area applied-place" style={box}>
      {seal ? (
        <AppliedSeal seal={seal} note={overlay.note} />
      ) : (
        <span className="applied-none">{controlTable[position.positionType].label}</span>
      )}
    </span>
  )
}

function AppliedSeal({ seal, note }: { seal: AppliedSeal; note: string | null }) {
  const { sealName, sealImg, width, height } = seal
  const src = usePicture(sealImg)
  const size = { width: `calc(${width} * var(--mm))`, height: `calc(${height} * var(--mm))` }
  return (
    <span className={width === height ? 'applied-ring round' : 'applied-ring'} style={size}>
      {src && <SealImage src={src} alt={note ? `${sealName}，${note}` : sealName} width={width} height={height} />}
      {note && <span aria-hidden="true">{note}</span>}
    </span>
  )
}
