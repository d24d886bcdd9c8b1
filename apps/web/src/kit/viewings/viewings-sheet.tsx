import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import './viewings.css'

/** Who of the company has opened a contract, when and why; the newest first. */
export function ViewingsSheet({ signId, onClose }: { signId: string; onClose: () => void }) {
  const viewings = useQuery({
    queryKey: ['viewings', signId],
    queryFn: ({ signal }) => call('listContractViewings', { signId }, { signal, quiet: true }),
  })
  return (
    <Sheet title="企业查看记录" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <CardState query={viewings} rows={3}>
        {({ viewingArray }) =>
          viewingArray.length === 0 ? (
            <p className="muted">还没有人从企业管理后台查看过这份合同。</p>
          ) : (
            <>
              <p className="muted">共查看{viewingArray.length}次，仅本企业可见。</p>
              <ul className="viewings">
                {viewingArray.map(({ time, who, reason }, index) => (
                  <li key={index}>
                    <span className="small muted">
                      {formatDate(time, '{y}-{m}-{d} {h}:{i}')}　{who}
                    </span>
                    <span>{reason}</span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </CardState>
    </Sheet>
  )
}
