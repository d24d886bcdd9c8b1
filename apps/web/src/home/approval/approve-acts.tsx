import type { ApproveInfo } from '@moqi/api/approval'
import { Undo2, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import type { CallRefusal } from '../../client/call-error.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { refreshApprovals } from '../../kit/approval/approval-keys.ts'
import { sealNames } from '../../kit/approval/course-words.ts'
import { UrgeButton } from '../../kit/approval/urge-button.tsx'
import { useRecall } from '../../kit/approval/use-recall.ts'
import { useWill } from '../../kit/signing/use-will.ts'
import { WillSheet } from '../../kit/signing/will-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { DelegateSheet } from './delegate-sheet.tsx'
import { RefuseSheet } from './refuse-sheet.tsx'

/** What the viewer may do with the application now; `places` is how many get a seal. */
export function ApproveActs({ info, places }: { info: ApproveInfo; places: number }) {
  const { operationArray, ownStatus, approveId } = info
  const recall = useRecall(approveId)
  if (operationArray.includes('approve') && ownStatus === 'open') return <Deciding info={info} places={places} />
  if (!operationArray.includes('recall')) return null
  return (
    <section className="approve-acts" aria-label="申请操作">
      <UrgeButton application={info} wide />
      <Button size="xl" variant="danger" block busy={recall.isPending} onClick={recall.press}>
        {!recall.isPending && <Undo2 size={18} />}
        撤回申请
      </Button>
    </section>
  )
}

type Open = 'agree' | 'refuse' | 'delegate'

function Deciding({ info, places }: { info: ApproveInfo; places: number }) {
  const { approveId, operationArray, applicantName, taskName, spaceName } = info
  const [open, setOpen] = useState<Open | null>(null)
  const [opinion, setOpinion, forget] = useFormDraft('opinion')
  const proof = useWill({ approveIds: [approveId] })
  const close = () => setOpen(null)
  const done = (words: string) => {
    forget()
    close()
    success(words)
    void refreshApprovals()
  }
  const refused = (refusal: CallRefusal) => {
    close()
    warn(refusal.message)
    void refreshApprovals()
  }
  const names = sealNames({ sealArray: info.sealArray.filter(({ needsApproval }) => needsApproval === 1) })
  return (
    <section className="approve-acts" aria-label="审批">
      <TextArea
        label="审批意见（选填）"
        rows={1}
        maxLength={200}
        value={opinion}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <div className="approve-buttons">
        <Button size="xl" variant="danger" onClick={() => setOpen('refuse')}>
          驳回
        </Button>
        <Button size="xl" variant="seal" onClick={() => setOpen('agree')}>
          同意用印
        </Button>
      </div>
      {operationArray.includes('delegate') && (
        <button type="button" className="link approve-hand" onClick={() => setOpen('delegate')}>
          <UserRoundPen size={16} />
          转交他人审批
        </button>
      )}
      {open === 'agree' && (
        <WillSheet
          demand={info.willDemand}
          statement={[
            ['同意', `${applicantName}使用${names}签署《${taskName}》`],
            ['代表', spaceName],
            ['用印', `${names}，共${places}处`],
          ]}
          proof={proof}
          verb="同意"
          variant="seal"
          act={(authToken, keyOf) => {
            const said = opinion.trim()
            const input = { approveId, authToken, ...(said && { opinion: said }) }
            return call('approve', input, { key: keyOf(input), quiet: true })
          }}
          onDone={() => done('已同意用印')}
          onRefused={refused}
          onClose={close}
        />
      )}
      {open === 'refuse' && (
        <RefuseSheet info={info} onDone={() => done('已驳回')} onRefused={refused} onClose={close} />
      )}
      {open === 'delegate' && <DelegateSheet info={info} onDone={() => done('转交成功')} onClose={close} />}
    </section>
  )
}
