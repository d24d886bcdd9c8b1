import { type ReactNode, useState } from 'react'
import { later } from '../../ui/later.tsx'
import type { StartedFace } from './face-desk.tsx'

const FaceDesk = later(async () => (await import('./face-desk.tsx')).FaceDesk)

type UseFaceProps = {
  /** Nobody looks at a face here: the demonstration. */
  isTrial: boolean
  /** Whoever is authenticated takes another name or number. */
  isChange?: boolean
  /** Reads anew how the authentication stands. */
  onChanged: () => Promise<unknown>
  onPassed: () => void
}

/**
 * The code of a face verification in the place of a form, as long as the person does not leave it, whatever the phone
 * is doing; and what was typed for it, for the form that comes back.
 */
export function useFace({ isTrial, isChange = false, onChanged, onPassed }: UseFaceProps) {
  const [face, setFace] = useState<StartedFace | null>(null)
  const [typed, setTyped] = useState<StartedFace | undefined>()
  const left = async () => {
    setTyped(face ?? undefined)
    // The form comes back to how it stands now, not to how it stood while the phone was at it.
    await onChanged()
    setFace(null)
  }
  const desk: ReactNode = face && (
    <FaceDesk face={face} isTrial={isTrial} isChange={isChange} onOther={() => void left()} onPassed={onPassed} />
  )
  return { desk, typed, onFace: setFace }
}
