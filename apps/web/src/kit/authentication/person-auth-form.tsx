import type { Trial } from '@moqi/api/real-name'
import { checkAge, checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { Trials } from './trials.tsx'

type FieldName = 'realName' | 'idNumber' | 'agree' | 'form'
type Faults = Partial<Record<FieldName, string>>

/** What is wrong with the three answers, by the rules of domain 4.1. */
function faultsOf(realName: string, idNumber: string, agreed: boolean): Faults {
  const today = shanghaiDate(Date.now())
  const name = checkPersonName(realName)
  const id = checkIdNumber(idNumber, today)
  const age = id.ok ? checkAge(id.value, today) : id
  return {
    ...(!name.ok && { realName: name.message }),
    ...(idNumber.trim() === '' ? { idNumber: '请输入身份证号' } : !age.ok && { idNumber: age.message }),
    ...(!agreed && { agree: '请先阅读并同意上述授权' }),
  }
}

function refusalFaults(fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  const { field } = fault.data
  return field === 'realName' || field === 'idNumber' ? { [field]: fault.message } : { form: fault.message }
}

type PersonAuthFormProps = {
  /** The name a contract asks for: nobody else may prove themselves there. */
  lockedName?: string
  trials?: readonly Trial[] | undefined
  /** The server has taken it; `reason` says why the person was not found, null when all is well. */
  onSubmitted: (reason: string | null) => void
}

/** Name, identity number and consent. */
export function PersonAuthForm({ lockedName, trials, onSubmitted }: PersonAuthFormProps) {
  const [typedName, setTypedName, forgetName] = useFormDraft('realName')
  const realName = lockedName ?? typedName
  const [idNumber, setIdNumber] = useState('')
  const [agreed, setAgreed] = useState(false)
  const { form, faults, show } = useFaults<FieldName>()
  const keyOf = useRepeatKey()
  const { busy, submit } = useSubmit({
    show,
    check: () => faultsOf(realName, idNumber, agreed),
    send: async () => {
      const asked = { realName: realName.trim(), idNumber: idNumber.replaceAll(/\s/g, ''), agree: 1 as const }
      const { reason } = await call('submitPersonAuth', asked, { key: keyOf(asked) })
      forgetName()
      onSubmitted(reason)
    },
    read: refusalFaults,
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="person-auth-title">
      <h1 id="person-auth-title" className="h1">
        个人实名认证
      </h1>
      <p className="muted">认证后才能发起和签署合同。姓名会写入您的数字证书，请与居民身份证保持一致。</p>
      <FormFault>{faults.form}</FormFault>
      <Field
        label="姓名"
        name="realName"
        autoComplete="name"
        maxLength={50}
        placeholder="请输入真实姓名"
        value={realName}
        error={faults.realName}
        readOnly={lockedName !== undefined}
        {...(lockedName !== undefined && { hint: '合同邀请的姓名，须与您的身份证一致，不能更改。' })}
        onChange={(event) => setTypedName(event.target.value)}
      />
      <Field
        label="身份证号"
        name="idNumber"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={22}
        placeholder="请输入18位身份证号"
        value={idNumber}
        error={faults.idNumber}
        onChange={(event) => setIdNumber(event.target.value)}
      />
      <Check checked={agreed} error={faults.agree} onChange={(event) => setAgreed(event.target.checked)}>
        我同意平台为核验身份处理我的姓名和身份证号，并以我的名义申请数字证书
      </Check>
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        提交认证
      </Button>
      <p className="person-auth-note">
        <ShieldCheck size={16} />
        身份证号只用于核验身份，平台不保存明文。
      </p>
      <Trials what="身份证号" trials={trials} />
    </form>
  )
}
