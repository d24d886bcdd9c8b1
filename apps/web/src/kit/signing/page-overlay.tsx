import type { File, Position, SealInfo } from '@moqi/api/shapes'
import type { ReactNode } from 'react'
import { AreaLayer } from './area-layer.tsx'
import { CrossPageStrip } from './cross-page-strip.tsx'
import { crossPageFill, placeKind } from './signing-state.ts'
import type { SigningFacts } from './use-signing.ts'

type PageOverlay = {
  files: readonly File[]
  signing: SigningFacts
  seals: readonly SealInfo[]
  onPress: (position: Position) => void
  onType: (positionId: string, value: string) => void
}

/** What lies over each page while signing: this party's places, and the strip of its cross-page seal. */
export function pageOverlay({ files, signing, seals, onPress, onType }: PageOverlay) {
  const { positions, state, opened } = signing
  return (fileIndex: number, page: number): ReactNode => {
    const file = files[fileIndex]
    if (!file) return null
    const onFile = positions.filter(({ fileId }) => fileId === file.fileId)
    const seams = onFile.filter((position) => placeKind(position) === 'crossPage')
    const here = onFile.filter((position) => position.page === page && placeKind(position) !== 'crossPage')
    if (here.length + seams.length === 0) return null
    return (
      <>
        {seams.map((position) => (
          <CrossPageStrip
            key={position.positionId}
            position={position}
            file={file}
            page={page}
            fill={crossPageFill(position, positions, state)}
            seals={seals}
          />
        ))}
        {here.length > 0 && (
          <AreaLayer positions={here} state={state} seals={seals} now={opened} onPress={onPress} onType={onType} />
        )}
      </>
    )
  }
}
