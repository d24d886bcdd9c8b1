import type { ReactNode } from 'react'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { VisitFrame } from './visit-frame.tsx'

/** Why there is nothing to sign here, and the one place that can give a new link. */
export function VisitRefused({ title, reason, act }: { title: string; reason: string; act?: ReactNode }) {
  return (
    <VisitFrame>
      <ResultPage art={<MatchMark state="alone" size={72} color="#3d414a" />} title={title} actions={act}>
        {reason}
      </ResultPage>
    </VisitFrame>
  )
}
