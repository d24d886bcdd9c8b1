import type { Input, Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { reviewConsents } from '@moqi/domain/account/agreements'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { paperKeptDays } from '@moqi/domain/identity/person-paper'
import { keysOf } from '@moqi/domain/keys-of'
import { appealPapers, type AppealReason, appealReasons } from '@moqi/domain/spaces/appeal-lifecycle'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Check, FormFault } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { PaperPhotos } from './paper-photos.tsx'
import { type Photo, usePhotos } from './use-photos.ts'

const fields = ['statement', 'pictureArray', 'agree', 'companyAgree'] as const
type Faults = Partial<Record<(typeof fields)[number] | 'form', string>>
type Agreed = Record<'agree' | 'companyAgree', boolean>

const reasons = keysOf(appealReasons).map((value) => ({ value, label: appealReasons[value] }))
const [paperNotice] = reviewConsents

function faultsOf(statement: string, photos: readonly Photo[], agreed: Agreed): Faults {
  const said = checkReason(statement)
  const missing = appealPapers.filter((_, index) => !photos[index]?.pictureId)
  const waits = photos.some(({ busy }) => busy)
  return {
    ...(!said.ok && { statement: '请说明情况(2-200字)' }),
    ...(missing.length > 0 && { pictureArray: waits ? '照片还在上传，请稍候' : `请上传${missing.join('、')}的照片` }),
    ...(!agreed.agree && { agree: `请先阅读并同意${paperNotice.title}` }),
    ...(!agreed.companyAgree && { companyAgree: '请先确认已获授权' }),
  }
}

function refusalFaults(fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  return { [fields.find((name) => name === fault.data.field) ?? 'form']: fault.message }
}

type AppealFormProps = {
  company: Output<Table['getTakenCompany']>
  onBack: () => void
  onSubmitted: () => Promise<void>
}

/** Why somebody else is to administer the company, with the papers that show it. */
export function AppealForm({ company, onBack, onSubmitted }: AppealFormProps) {
  const [appealReason, setReason] = useState<AppealReason>('left')
  const [statement, setStatement] = useState('')
  const [agreed, setAgreed] = useState<Agreed>({ agree: false, companyAgree: false })
  const { photos, choose } = usePhotos('company')
  const { form, faults, show } = useFaults<(typeof fields)[number] | 'form'>()
  const keyOf = useRepeatKey()
  const { busy, submit } = useSubmit({
    show,
    check: () => faultsOf(statement, photos, agreed),
    send: async () => {
      const asked: Input<Table['submitAppeal']> = {
        creditCode: company.creditCode,
        appealReason,
        statement,
        pictureArray: appealPapers.map((_, index) => photos[index]?.pictureId ?? ''),
        agree: 1,
        companyAgree: 1,
      }
      await call('submitAppeal', asked, { key: keyOf(asked) })
      await onSubmitted()
    },
    read: refusalFaults,
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="appeal-title">
      <h1 id="appeal-title" className="h1">
        管理员申诉
      </h1>
      <p className="muted">
        {company.companyName}的现管理员（{company.adminName}）会立即收到通知，有{company.objectDays}
        天时间提出异议，之后由平台对照双方材料审核。
      </p>
      <FormFault>{faults.form}</FormFault>
      <SelectField label="申诉原因" options={reasons} value={appealReason} onChange={setReason} />
      <TextArea
        label="情况说明"
        rows={4}
        maxLength={200}
        placeholder="如：原管理员已于2026年10月离职，未办理交接"
        value={statement}
        error={faults.statement}
        onChange={(event) => setStatement(event.target.value)}
      />
      <PaperPhotos
        legend="证明材料"
        shows={appealPapers}
        photos={photos}
        fault={faults.pictureArray}
        onChoose={(index, file) => void choose(index, file)}
      />
      <p className="person-auth-note">授权书写明由您担任本平台的企业管理员，法定代表人签字并加盖公章后拍照。</p>
      <Check
        checked={agreed.agree}
        error={faults.agree}
        onChange={({ target }) => setAgreed({ ...agreed, agree: target.checked })}
      >
        我同意平台人员查看以上照片，用于核验单位身份
        <a href={hrefOf(`/documentCenter?columnId=${paperNotice.columnId}`)} target="_blank" rel="noreferrer">
          《{paperNotice.title}》
        </a>
      </Check>
      <Check
        checked={agreed.companyAgree}
        error={faults.companyAgree}
        onChange={({ target }) => setAgreed({ ...agreed, companyAgree: target.checked })}
      >
        我已获单位授权，所述情况属实
      </Check>
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        提交申诉
      </Button>
      <Button size="xl" block onClick={onBack}>
        返回
      </Button>
      <p className="person-auth-note">
        <ShieldCheck size={16} />
        照片加密保存，审核结束{paperKeptDays}天后删除。
      </p>
    </form>
  )
}
