import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { message } from '../../client/message.ts'
import { Button } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Tally } from '../../ui/tally.tsx'
import { isChunkFault } from '../router/chunk.ts'

const reloadedKey = 'reloadedForChunk'

/** A page that broke: a missing piece reloads once by itself, then asks to reload (checklist X21). */
export function FaultPage() {
  const fault = useRouteError()
  const missing = isChunkFault(fault)
  useEffect(() => {
    console.error(fault)
    if (!missing || sessionStorage.getItem(reloadedKey)) return
    // A piece that is gone from the server means that a newer version is out; once is enough to tell.
    sessionStorage.setItem(reloadedKey, '1')
    location.reload()
  }, [fault, missing])
  return (
    <main className="fault-page">
      <ResultPage
        art={<Tally state="broken" size={112} color="#b92b1b" />}
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
