import { useEffect } from 'react'
import { message } from '../../client/message.ts'
import { isChunkFault } from '../../router/chunk.ts'
import { newVersionIsOut } from '../../router/new-version.ts'
import { Button } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

/**
 * A page that broke: a missing piece reloads by itself once a newer version is out or the network is back, else asks to
 * (checklist X21).
 */
export function FaultPage({ fault }: { fault: unknown }) {
  const missing = isChunkFault(fault)
  useEffect(() => {
    console.error(fault)
    if (!missing) return undefined
    newVersionIsOut().then(
      (out) => out && location.reload(),
      () => null,
    )
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [fault, missing])
  return (
    <main className="bare-result">
      <ResultPage
        art={<MatchMark state="broken" size={112} color="#b92b1b" />}
        title={missing ? '页面资源加载失败，请刷新重试' : message('Server error!')}
        actions={
          <Button size="l" variant="primary" onClick={() => location.reload()}>
            {missing ? '刷新' : '重试'}
          </Button>
        }
      >
        {!missing && '页面出现异常，请稍后重试。'}
      </ResultPage>
    </main>
  )
}
