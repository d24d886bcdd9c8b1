import type { Gateway } from '@moqi/api/operator-health'
import { checkEmail } from '@moqi/domain/identity/email'
import { checkPhone } from '@moqi/domain/identity/phone'
import { gatewayLabels } from '@moqi/domain/operators/gateways'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'

type Outcome = { hasPassed: 0 | 1; outcome: string; took: number }

/** Says what a test does, does it, and shows what the gateway answered. */
export function TestSheet({ gateway: tested, onClose }: { gateway: Gateway; onClose: () => void }) {
  const { gateway, isEmbedded, testNeeds, testNote } = tested
  const [to, setTo] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Outcome | null>(null)
  const test = async () => {
    const checked = testNeeds === 'phone' ? checkPhone(to) : testNeeds === 'email' ? checkEmail(to) : null
    if (checked && !checked.ok) return setFault(checked.message)
    setFault(undefined)
    setBusy(true)
    setDone(null)
    try {
      const given = testNeeds === 'nothing' ? {} : { [testNeeds ?? '']: to }
      setDone(await call('testGateway', { gateway, ...given }, { quiet: true }))
    } catch (error) {
      if (error instanceof CallRefusal && typeof error.data.field === 'string') setFault(error.message)
      else showRefusal(error)
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['operator'] })
    }
  }
  return (
    <Sheet
      title={`测试${gatewayLabels[gateway]}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button variant="primary" busy={busy} onClick={() => void test()}>
            {done ? '再测一次' : '开始测试'}
          </Button>
        </>
      }
    >
      <div className="gateway-test">
        {isEmbedded === 1 && <p className="gateway-demo">这是内置的演示网关，不连接外部服务。</p>}
        <p>{testNote}。</p>
        {testNeeds === 'phone' && (
          <Field
            label="您自己的手机号"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            data-first=""
            value={to}
            error={fault}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
        {testNeeds === 'email' && (
          <Field
            label="您自己的邮箱"
            type="email"
            autoComplete="email"
            maxLength={254}
            data-first=""
            value={to}
            error={fault}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
        <div role="status">
          {done && (
            <p className="gateway-outcome">
              <Tag tone={done.hasPassed === 1 ? 'green' : 'seal'}>{done.hasPassed === 1 ? '成功' : '失败'}</Tag>
              <span>
                {done.outcome}
                <span className="muted num">　用时 {done.took} 毫秒</span>
              </span>
            </p>
          )}
        </div>
        <p className="small muted">10分钟内最多测试10次。</p>
      </div>
    </Sheet>
  )
}
