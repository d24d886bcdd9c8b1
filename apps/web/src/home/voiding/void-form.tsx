import type { RelieveInfo } from '@moqi/api/voiding'
import { deadlineFaults } from '@moqi/domain/contract/draft-rules'
import { termFaults } from '@moqi/domain/contract/void-terms'
import { deadlineOf } from '@moqi/domain/time/deadline'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { readFrom } from '../../client/own-path.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { useFaults } from '../../ui/use-faults.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'
import { TermsFields } from '../../kit/voiding/terms-fields.tsx'
import { wireTerms } from '../../kit/voiding/terms-shape.ts'
import { AgreementPaper } from './agreement-paper.tsx'
import { LeaveAgreement } from './leave-agreement.tsx'
import { OriginCard } from './origin-card.tsx'
import { PartiesCard } from './parties-card.tsx'
import { isWriting, type Writing, writingOf } from './writing.ts'
import { voidSteps } from './void-steps.ts'
import './void-form.css'

/** The agreement is written at left and shown beside it as it will read. */
export function VoidForm({ info }: { info: RelieveInfo }) {
  const [query, setQuery] = useSearchParams()
  const [writing, setWriting] = useKept<Writing>(`agreement ${info.version}`, isWriting, () => writingOf(info))
  const [busy, setBusy] = useState<'save' | 'preview' | null>(null)
  const { form, faults, show, setFaults } = useFaults<string>()
  const [now] = useState(() => Date.now())
  const key = useRepeatKey()
  const change = (more: Partial<Writing>) => setWriting({ ...writing, ...more })
  const until = deadlineOf(writing.day)

  const save = async (then: 'save' | 'preview') => {
    const found = [...termFaults(writing.terms), ...deadlineFaults('void', until, now)]
    show(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    if (found.length > 0 || until === null || busy) return
    setBusy(then)
    try {
      const { signId, version } = info
      const signerArray = Object.entries(writing.operators).map(([no, colleagueId]) => ({
        signerNo: Number(no),
        colleagueId,
      }))
      const sent = { signId, version, ...wireTerms(writing.terms), signExpireTime: until, signerArray }
      await call('saveTaskRelieve', sent, { key: key(sent) })
      if (then === 'preview') {
        query.set('step', 'preview')
        setQuery(query)
      } else success('草稿已保存')
      await refreshContracts()
    } catch (fault) {
      if (!(fault instanceof CallRefusal)) return
      const field = typeof fault.data.field === 'string' ? fault.data.field : ''
      if (field in writing.terms || field === 'relieveRemark' || field === 'signExpireTime')
        show({ [field === 'relieveRemark' ? 'remark' : field]: fault.message })
      else warn(fault.message)
    } finally {
      setBusy(null)
    }
  }
  const from = readFrom(query.get('from'))
  return (
    <WizardFrame
      steps={voidSteps}
      current={0}
      back={{ to: from, label: '返回' }}
      name="作废合同"
      status={`《${info.originTaskName}》`}
      actions={
        <>
          <Button variant="quiet" className="only-desktop" busy={busy === 'save'} onClick={() => void save('save')}>
            保存草稿
          </Button>
          <Button variant="primary" busy={busy === 'preview'} onClick={() => void save('preview')}>
            预览
          </Button>
        </>
      }
    >
      <LeaveAgreement isUnsaved={JSON.stringify(writing) !== JSON.stringify(writingOf(info))} />
      <h1 className="sr">作废合同《{info.originTaskName}》</h1>
      <div className="voiding">
        <form
          ref={form}
          className="voiding-form"
          aria-label="作废协议内容"
          onSubmit={(event) => event.preventDefault()}
        >
          <OriginCard info={info} />
          <PartiesCard info={info} operators={writing.operators} onChange={(operators) => change({ operators })} />
          <TermsFields
            terms={writing.terms}
            day={writing.day}
            now={now}
            faults={faults}
            onTerms={(terms, corrected = '') => {
              change({ terms })
              setFaults(({ [corrected]: _corrected, ...others }) => others)
            }}
            onDay={(day) => change({ day })}
          />
          <p className="voiding-note">
            <Info size={16} />
            作废协议不占用份数。任何一方拒签或逾期，原合同恢复为“签署完成”，继续有效。
          </p>
        </form>
        <section className="voiding-paper" aria-label="协议预览">
          <p className="small voiding-cap">随填写更新</p>
          <AgreementPaper info={info} operators={writing.operators} terms={writing.terms} />
        </section>
      </div>
    </WizardFrame>
  )
}
