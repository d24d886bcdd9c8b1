import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { error, success } from '../../ui/toast-store.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { CardState } from '../../ui/card-state.tsx'

/** ms; by this browser's own clock, which may differ from the server's. */
const lifeMs = 60_000

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    success('链接已复制')
  } catch {
    error('复制失败，请长按或选中链接复制')
  }
}

/** A link that signs in on the phone, once, within a minute; another is made on demand. */
export function ContinueOnPhone({ onClose }: { onClose: () => void }) {
  const query = useQuery({
    queryKey: ['phone-link'],
    queryFn: () => call('createAutoLoginToken', {}, { quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const left = useSecondsUntil(query.dataUpdatedAt + lifeMs)
  return (
    <Sheet title="在手机上继续" onClose={onClose}>
      {query.error instanceof CallRefusal ? (
        <p role="alert">{query.error.message}</p>
      ) : (
        <CardState query={query} rows={2}>
          {({ link }) =>
            left > 0 ? (
              <>
                <p>将链接发到自己的手机并打开，即可登录。链接只能使用一次，请勿转发给他人。</p>
                <p className="handing-link num">{link}</p>
                <div className="spread">
                  <span className="muted" role="timer">
                    {left}秒内有效
                  </span>
                  <Button variant="primary" onClick={() => void copy(link)}>
                    <Copy size={16} />
                    复制链接
                  </Button>
                </div>
              </>
            ) : (
              <div className="spread">
                <span>链接已失效</span>
                <Button variant="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
                  重新生成
                </Button>
              </div>
            )
          }
        </CardState>
      )}
    </Sheet>
  )
}
