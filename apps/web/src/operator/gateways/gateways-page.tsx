import type { Gateway } from '@moqi/api/operator-health'
import { gatewayLabels } from '@moqi/domain/operators/gateways'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TestSheet } from './test-sheet.tsx'
import './gateways.css'

const refreshMs = 10_000

/** Whoever the platform asks: what is set, what they have answered lately, and a test. */
export function GatewaysPage() {
  const [open, setOpen] = useState<Gateway | null>(null)
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'gateways'],
    queryFn: ({ signal }) => call('listGateways', {}, { signal, quiet: true }),
    refetchInterval: refreshMs,
  })
  return (
    <RoomFrame title="网关" note="密钥、令牌与密码不在这里显示；每次测试记入操作记录">
      {data ? (
        <ul className="gateways">
          {data.gatewayArray.map((gateway) => (
            <li key={gateway.gateway} className="card gateway">
              <GatewayCard gateway={gateway} onTest={() => setOpen(gateway)} />
            </li>
          ))}
        </ul>
      ) : (
        <UnreadRecords {...unread} />
      )}
      {open && <TestSheet gateway={open} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

function GatewayCard({ gateway, onTest }: { gateway: Gateway; onTest: () => void }) {
  const { isEmbedded, settingArray, passTime, failTime, fault, passNumber, failNumber, testNeeds, testNote } = gateway
  const label = gatewayLabels[gateway.gateway]
  return (
    <>
      <div className="gateway-head">
        <h2 className="h2">{label}</h2>
        <span className="gateway-tags">
          {isEmbedded === 1 && <Tag tone="grey">内置演示</Tag>}
          <Stands gateway={gateway} />
        </span>
      </div>
      <Facts
        className="gateway-facts"
        facts={[
          ...settingArray.map(({ label: name, value }) => [name, value] as const),
          ['最近成功', passTime === null ? '没有记录' : formatDate(passTime)],
          [
            '最近失败',
            failTime === null ? (
              '没有记录'
            ) : (
              <>
                {formatDate(failTime)}
                <span className="gateway-fault">{fault}</span>
              </>
            ),
          ],
          ['一小时内', `成功 ${passNumber} 次，失败 ${failNumber} 次`],
        ]}
      />
      {testNeeds === null ? (
        <p className="small muted gateway-foot">{testNote}</p>
      ) : (
        <div className="gateway-foot">
          <Button aria-label={`测试${label}`} onClick={onTest}>
            测试
          </Button>
        </div>
      )}
    </>
  )
}

/** How its last answer was. */
function Stands({ gateway: { passTime, failTime } }: { gateway: Gateway }) {
  if (passTime === null && failTime === null) return <Tag tone="grey">未使用</Tag>
  return (failTime ?? 0) > (passTime ?? 0) ? <Tag tone="seal">最近失败</Tag> : <Tag tone="green">正常</Tag>
}
