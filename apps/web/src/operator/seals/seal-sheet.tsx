import type { SealReview } from '@moqi/api/seal-review'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { purposeTable } from '@moqi/domain/seals/company-seal'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { LookedPictures } from '../../kit/operator/looked-pictures.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Check } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

/** What a seal is for, in words. */
export const kindOf = ({ sealPurpose }: SealReview): string =>
  sealPurpose === null ? '个人签名' : purposeTable[sealPurpose].label
/** Its size, in words. */
export const sizeOf = ({ width, height }: SealReview): string => `${width}×${height} mm`

const pictures = ['original', 'cutOut'] as const

/** Both pictures beside the name they must read: it may be used from then on, or it is refused with a reason. */
export function SealSheet({ seal, onClose }: { seal: SealReview; onClose: () => void }) {
  const { sealId, sealName, ownerName } = seal
  const [compared, setCompared] = useState(false)
  const [reason, setReason] = useState('')
  const [refusing, setRefusing] = useState(false)
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const pass = () => {
    if (!compared) return setFault('请核对后勾选')
    return void decide('pass', () => call('passSealReview', { sealId }), `“${sealName}”已启用`)
  }
  const refuse = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    return void decide('refuse', () => call('refuseSealReview', { sealId, reason }), '已不予通过，原因已告知提交人')
  }
  const turn = (to: boolean) => {
    setRefusing(to)
    setFault(undefined)
  }
  return (
    <Sheet
      title="审核印章图样"
      width={1040}
      onClose={onClose}
      footer={
        refusing ? (
          <>
            <Button onClick={() => turn(false)}>返回</Button>
            <Button variant="danger" busy={busy === 'refuse'} onClick={refuse}>
              不予通过
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => turn(true)}>不予通过…</Button>
            <Button variant="primary" busy={busy === 'pass'} onClick={pass}>
              审核通过
            </Button>
          </>
        )
      }
    >
      <div className="case-sides">
        <LookedPictures
          of={sealId}
          shows={['上传的原图', '印章图样']}
          look={(index, signal) =>
            callBlob('sealReviewPicture', { sealId, picture: pictures[index] ?? 'original' }, { signal, quiet: true })
          }
        />
        <div className="case-side">
          <Facts
            className="case-facts"
            facts={[
              ['认证名称', ownerName],
              ['印章', sealName],
              ['类型', kindOf(seal)],
              ['尺寸', sizeOf(seal)],
              ['提交时间', formatDate(seal.submitTime)],
            ]}
          />
          {refusing ? (
            <TextArea
              label="不予通过的原因"
              rows={3}
              maxLength={200}
              hint="原样告知提交人，其可以修改后重新上传，如：印文与认证名称不一致"
              value={reason}
              error={fault}
              onChange={(event) => setReason(event.target.value)}
            />
          ) : (
            <Check checked={compared} error={fault} onChange={({ target }) => setCompared(target.checked)}>
              印文与认证名称一致，类型相符，图样与原图一致且没有改动
            </Check>
          )}
        </div>
      </div>
    </Sheet>
  )
}
