import type { Trial } from '@moqi/api/real-name'
import { identityConsents } from '@moqi/domain/account/agreements'
import { checkPersonalCard } from '@moqi/domain/identity/bank'
import { checkAge, checkIdNumber } from '@moqi/domain/identity/id-number'
import { authWayNames, factorWays, machineWays } from '@moqi/domain/identity/person-factors'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type Consent, ConsentBoxes } from './consent-boxes.tsx'
import type { StartedFace } from './face-desk.tsx'
import { Trials } from './trials.tsx'

type MachineWay = (typeof machineWays)[number]

type FieldName = 'realName' | 'idNumber' | 'bankCard' | 'agree' | 'certificateAgree' | 'form'
type Faults = Partial<Record<FieldName, string>>
type Typed = { realName: string; idNumber: string; bankCard: string; authWay: MachineWay; agreed: readonly Consent[] }

/** What is wrong with the answers, by the rules of domain 4.1. */
function faultsOf({ realName, idNumber, bankCard, authWay, agreed }: Typed): Faults {
  const today = shanghaiDate(Date.now())
  const name = checkPersonName(realName)
  const id = checkIdNumber(idNumber, today)
  const age = id.ok ? checkAge(id.value, today) : id
  const card = checkPersonalCard(bankCard)
  return {
    ...(!name.ok && { realName: name.message }),
    ...(idNumber.trim() === '' ? { idNumber: '请输入身份证号' } : !age.ok && { idNumber: age.message }),
    ...(authWay === 'fourFactors' && !card.ok && { bankCard: card.message }),
    ...(!agreed.includes('agree') && { agree: '请先阅读并同意身份信息处理告知' }),
    ...(!agreed.includes('certificateAgree') && { certificateAgree: '请先阅读并同意数字证书申请告知' }),
  }
}

function refusalFaults(fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  const { field } = fault.data
  const known = (['realName', 'idNumber', 'bankCard'] as const).find((name) => name === field)
  return { [known ?? 'form']: fault.message }
}

/** What somebody has at hand, told apart in few letters: a narrow phone shows all three. */
const atHand: Readonly<Record<MachineWay, string>> = {
  twoFactors: '身份证',
  threeFactors: '手机号',
  fourFactors: '银行卡',
  face: '刷脸',
}
const waysOf = (some: readonly MachineWay[]) => some.map((value) => ({ value, label: atHand[value] }))
const whatWays: Readonly<Record<MachineWay, string>> = {
  twoFactors: '核对姓名和身份证号是否一致，只需这两项。',
  threeFactors: '再核对您登录用的手机号是否为本人实名办理，虚拟号码可能核验不了。',
  fourFactors: '再核对本人的一张银行卡，其预留手机号须为您登录用的手机号，不会扣款。',
  face: '用手机扫码完成，电脑不会打开摄像头，人脸只留比对结果，不留照片和模板。',
}
const [identityNotice, certificateNotice] = identityConsents
const boxes = [
  { consent: 'agree', words: '我同意为核验身份，处理我的姓名、身份证号等敏感个人信息', notice: identityNotice },
  { consent: 'certificateAgree', words: '我申请本人的数字证书，用于电子签名', notice: certificateNotice },
] as const

type PersonAuthFormProps = {
  /** Whoever is authenticated takes another name or number; what stands stays until this has passed. */
  changing?: boolean
  /** The name a contract asks for: nobody else may prove themselves there. */
  lockedName?: string
  trials?: readonly Trial[] | undefined
  /** What stands between title and form. */
  head?: ReactNode
  /** Where a gateway compares faces: a code is ready for a phone. */
  onFace?: ((face: StartedFace) => void) | undefined
  /** What was typed before a face was given up. */
  typed?: { idNumber: string } | undefined
  /** Another way than by machines. */
  other?: ReactNode
  /** The server has taken it; `reason` says why the person was not found, null when all is well. */
  onSubmitted: (reason: string | null) => void
}

/** Name, identity number, what else is checked, and both consents. */
export function PersonAuthForm(props: PersonAuthFormProps) {
  const { changing = false, lockedName, trials, head, other, onSubmitted, onFace, typed } = props
  const [typedName, setTypedName, forgetName] = useFormDraft('realName')
  const realName = lockedName ?? typedName
  const [idNumber, setIdNumber] = useState(typed?.idNumber ?? '')
  const [bankCard, setBankCard] = useState('')
  const [authWay, setAuthWay] = useState<MachineWay>('twoFactors')
  const [agreed, setAgreed] = useState<readonly Consent[]>([])
  const { form, faults, show } = useFaults<FieldName>()
  const keyOf = useRepeatKey()
  const { busy, submit } = useSubmit({
    show,
    check: () => faultsOf({ realName, idNumber, bankCard, authWay, agreed }),
    send: async () => {
      const asked = {
        realName: realName.trim(),
        idNumber: idNumber.replaceAll(/\s/g, ''),
        ...(authWay === 'fourFactors' && { bankCard }),
        agree: 1 as const,
        certificateAgree: 1 as const,
      }
      if (authWay === 'face') {
        const { realName: name, idNumber: number } = asked
        const isChange = changing ? (1 as const) : (0 as const)
        const code = await call('startFace', {
          realName: name,
          idNumber: number,
          isChange,
          agree: 1,
          certificateAgree: 1,
        })
        return onFace?.({ ...code, realName: name, idNumber: number })
      }
      const submitted = { ...asked, authWay }
      const { reason } = await call(changing ? 'changePersonInfo' : 'submitPersonAuth', submitted, {
        key: keyOf(submitted),
      })
      forgetName()
      onSubmitted(reason)
    },
    read: refusalFaults,
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="person-auth-title">
      <Intro changing={changing} />
      {head}
      <FormFault>{faults.form}</FormFault>
      <div className="person-auth-ways">
        <Segmented
          label="认证方式"
          options={waysOf(onFace ? machineWays : factorWays)}
          value={authWay}
          onChange={setAuthWay}
        />
        <p>
          {authWayNames[authWay]}：{whatWays[authWay]}
        </p>
        {other}
      </div>
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
      {authWay === 'fourFactors' && (
        <Field
          label="银行卡号"
          name="bankCard"
          autoComplete="off"
          inputMode="numeric"
          maxLength={26}
          placeholder="请输入本人的银行卡号"
          value={bankCard}
          error={faults.bankCard}
          onChange={(event) => setBankCard(event.target.value)}
        />
      )}
      <ConsentBoxes boxes={boxes} agreed={agreed} faults={faults} onChange={setAgreed} />
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        {submitWords(authWay, changing)}
      </Button>
      <p className="person-auth-note">
        <ShieldCheck size={16} />
        {authWay === 'face' ? keptForFace : keptNowhere}
      </p>
      <Trials what={trialsOf[authWay]} trials={trials?.filter((trial) => fits(trial, authWay))} />
    </form>
  )
}

const keptForFace = '身份证号加密暂存到本次核验结束，随即删除；人脸照片平台不经手。'
const keptNowhere = '身份证号和银行卡号只用于核验身份，平台都不保存。'

function submitWords(authWay: MachineWay, changing: boolean): string {
  if (authWay === 'face') return '下一步，用手机刷脸'
  return changing ? '提交变更' : '提交认证'
}

const Intro = ({ changing }: { changing: boolean }) => (
  <>
    <h1 id="person-auth-title" className="h1">
      {changing ? '变更实名信息' : '个人实名认证'}
    </h1>
    <p className="muted">
      {changing
        ? '更改姓名或证件号码，核验通过前原认证仍然有效。姓名变更后，原有个人印章注销并按新姓名重新生成，已签署的合同不受影响。'
        : '认证后才能发起和签署合同。姓名会写入您的数字证书，请与居民身份证保持一致。'}
    </p>
  </>
)

const trialsOf: Readonly<Record<MachineWay, string>> = {
  twoFactors: '身份证号',
  threeFactors: '身份证号，或以下列手机号登录，',
  fourFactors: '身份证号、银行卡号',
  face: '身份证号',
}
const fits = (trial: Trial, authWay: MachineWay) => trial.authWay === undefined || trial.authWay === authWay
