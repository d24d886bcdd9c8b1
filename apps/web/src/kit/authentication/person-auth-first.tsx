import type { ReactNode } from 'react'
import { packFrom } from '../../client/own-path.ts'
import { useLocation } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

type PersonAuthFirstProps = {
  title: string
  label?: string
  /** What was submitted before shall be put right first. */
  onAnew?: () => void
  children: ReactNode
}

/** Stands where only a real-named person may go on; leads there and back. */
export function PersonAuthFirst({ title, label = '去实名认证', onAnew, children }: PersonAuthFirstProps) {
  const { pathname, search } = useLocation()
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title={title}
      actions={
        <>
          {onAnew && (
            <Button size="l" onClick={onAnew}>
              修改企业信息
            </Button>
          )}
          <ButtonLink
            to={`/personal-auth-info?from=${encodeURIComponent(packFrom(pathname + search))}`}
            variant="primary"
            size="l"
          >
            {label}
          </ButtonLink>
        </>
      }
    >
      {children}
    </ResultPage>
  )
}
