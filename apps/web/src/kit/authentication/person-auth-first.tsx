import type { ReactNode } from 'react'
import { packFrom } from '../../client/own-path.ts'
import { useLocation } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

/** Stands where only a real-named person may go on; leads there and back. */
export function PersonAuthFirst({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title={title}
      actions={
        <ButtonLink
          to={`/personal-auth-info?from=${encodeURIComponent(packFrom(pathname + search))}`}
          variant="primary"
          size="l"
        >
          去实名认证
        </ButtonLink>
      }
    >
      {children}
    </ResultPage>
  )
}
