import { useEffect } from 'react'
import { message } from '../../client/message.ts'
import { hrefOf } from '../../router/leave.ts'
import { isChunkFault, versionOf } from '../../router/chunk.ts'
import { Button } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

const reloadedKey = 'reloadedForVersion'

/** Whether the server gives a newer page than this one, and this tab has not been reloaded for it yet. */
async function newVersionIsOut(): Promise<boolean> {
  const own = versionOf(document.documentElement.outerHTML)
  const response = await fetch(hrefOf('/'), { cache: 'no-store' })
  const out = response.ok ? versionOf(await response.text()) : null
  if (out === null || out === own || sessionStorage.getItem(reloadedKey) === out) return false
  sessionStorage.setItem(reloadedKey, out)
  return true
}

/** A page that broke: a missing piece reloads by itself once a newer version is out, else asks to (checklist X21). */
export function FaultPage({ fault }: { fault: unknown }) {
  const missing = isChunkFault(fault)
  useEffect(() => {
    console.error(fault)
    if (!missing) return
    newVersionIsOut().then(
      (out) => out && location.reload(),
      () => null,
    )
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
