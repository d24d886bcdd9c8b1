import { useState, type ReactNode } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { activateSpace } from './activate-space.ts'
import { useSpaces } from './use-spaces.ts'

/** Stands where only the person's own space may go on; changes to it without leaving the page. */
export function OwnSpaceFirst({ children }: { children: ReactNode }) {
  const { data: spaces } = useSpaces()
  const [busy, setBusy] = useState(false)
  const own = spaces?.find(({ spaceType }) => spaceType === 'person')
  const change = async () => {
    if (!own) return
    setBusy(true)
    await activateSpace(own).catch(showRefusal)
    setBusy(false)
  }
  return (
    <ResultPage
      art={<MatchMark state="half" size={72} color="#8a560b" />}
      title="请切换到个人空间"
      actions={
        own && (
          <Button variant="primary" size="l" busy={busy} onClick={() => void change()}>
            切换到个人空间
          </Button>
        )
      }
    >
      <p>{children}</p>
    </ResultPage>
  )
}
