import { reviewConsents } from '@moqi/domain/account/agreements'
import {
  checkPaperBirth,
  checkPaperNumber,
  paperKeptDays,
  paperNames,
  paperPictures,
  type PersonPaper,
  personPapers,
  tellsBirth,
} from '@moqi/domain/identity/person-paper'
import { checkPassportName, checkPersonName } from '@moqi/domain/identity/person-name'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type Consent, ConsentBoxes } from './consent-boxes.tsx'
import { PaperPhotos } from './paper-photos.tsx'
import { type Photo, usePhotos } from './use-photos.ts'

const fields = ['realName', 'idNumber', 'birthday', 'pictureArray', 'agree', 'certificateAgree'] as const
type FieldName = (typeof fields)[number] | 'form'
type Faults = Partial<Record<FieldName, string>>
type Typed = { paper: PersonPaper; realName: string; idNumber: string; birthday: string }

const [paperNotice, certificateNotice] = reviewConsents
const boxes = [
  { consent: 'agree', words: '我同意平台人员查看以上证件照片和本人照片，用于核验身份', notice: paperNotice },
  { consent: 'certificateAgree', words: '我申请本人的数字证书，用于电子签名', notice: certificateNotice },
] as const
const papers = personPapers.map((value) => ({ value, label: paperNames[value] }))

/** What is wrong with what was typed, by the rules of domain 4.1, and with the photos. */
function faultsOf(typed: Typed, photos: readonly Photo[], agreed: readonly Consent[]): Faults {
  const { paper, realName, idNumber } = typed
  const today = shanghaiDate(Date.now())
  const name = paper === 'identityCard' ? checkPersonName(realName) : checkPassportName(realName)
  const id = checkPaperNumber(paper, idNumber, today)
  const born = checkPaperBirth(paper, typed, today)
  const agedBy = tellsBirth(paper) ? 'idNumber' : 'birthday'
  const missing = paperPictures[paper].filter((_, index) => !photos[index]?.pictureId)
  const waits = photos.some(({ busy }) => busy)
  return {
    ...(!name.ok && { realName: name.message }),
    ...(!born.ok && (id.ok || agedBy === 'birthday') && { [agedBy]: born.message }),
    ...(!id.ok && { idNumber: id.message }),
    ...(missing.length > 0 && { pictureArray: waits ? '照片还在上传，请稍候' : `请上传${missing.join('、')}的照片` }),
    ...(!agreed.includes('agree') && { agree: '请先阅读并同意证件影像处理告知' }),
    ...(!agreed.includes('certificateAgree') && { certificateAgree: '请先阅读并同意数字证书申请告知' }),
  }
}

function refusalFaults(fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  const known = fields.find((name) => name === fault.data.field)
  return { [known ?? 'form']: fault.message }
}

type PersonReviewFormProps = {
  /** The name a contract asks for: nobody else may prove themselves there. */
  lockedName?: string
  /** What stands between title and form. */
  head?: ReactNode
  /** The way back to what machines check. */
  other: ReactNode
  onSubmitted: () => void
}

/** Papers for somebody of the platform to look at: of people without an identity card, or whom no machine finds. */
export function PersonReviewForm({ lockedName, head, other, onSubmitted }: PersonReviewFormProps) {
  const [typedName, setRealName, forgetName] = useFormDraft('realName')
  const realName = lockedName ?? typedName
  const [paper, setPaper] = useState<PersonPaper>('passport')
  const [idNumber, setIdNumber] = useState('')
  const [birthday, setBirthday] = useState('')
  const [agreed, setAgreed] = useState<readonly Consent[]>([])
  const { photos, choose, forget } = usePhotos()
  const { form, faults, show } = useFaults<FieldName>()
  const keyOf = useRepeatKey()
  const { busy, submit } = useSubmit({
    show,
    check: () => faultsOf({ paper, realName, idNumber, birthday }, photos, agreed),
    send: async () => {
      const pictureArray = paperPictures[paper].map((_, index) => photos[index]?.pictureId ?? '')
      const typed = { paper, realName: realName.trim(), idNumber, birthday: tellsBirth(paper) ? '' : birthday }
      const asked = { ...typed, pictureArray, agree: 1 as const, certificateAgree: 1 as const }
      await call('submitPersonReview', asked, { key: keyOf(asked) })
      forgetName()
      onSubmitted()
    },
    read: refusalFaults,
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="person-review-title">
      <h1 id="person-review-title" className="h1">
        实名认证人工审核
      </h1>
      <p className="muted">没有居民身份证，或系统核验不通过时，由平台人员对照证件核对，通常需要1–2个工作日。</p>
      {other}
      {head}
      <FormFault>{faults.form}</FormFault>
      <SelectField
        label="证件类型"
        options={papers}
        value={paper}
        onChange={(chosen) => {
          setPaper(chosen)
          // They show the paper that was chosen before.
          forget()
        }}
      />
      <Field
        label="姓名"
        autoComplete="name"
        maxLength={50}
        placeholder="与证件一致"
        value={realName}
        error={faults.realName}
        readOnly={lockedName !== undefined}
        {...(lockedName !== undefined && { hint: '合同邀请的姓名，须与您的证件一致，不能更改。' })}
        {...(lockedName === undefined &&
          paper === 'passport' && { hint: '证件上没有中文姓名的，按资料页填写英文姓名。' })}
        onChange={(event) => setRealName(event.target.value)}
      />
      <Field
        label="证件号码"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        placeholder="与证件一致"
        value={idNumber}
        error={faults.idNumber}
        onChange={(event) => setIdNumber(event.target.value)}
      />
      {!tellsBirth(paper) && (
        <DateField
          label="出生日期"
          autoComplete="bday"
          value={birthday}
          error={faults.birthday}
          onChange={setBirthday}
        />
      )}
      <PaperPhotos
        shows={paperPictures[paper]}
        photos={photos}
        fault={faults.pictureArray}
        onChoose={(index, file) => void choose(index, file)}
      />
      <ConsentBoxes boxes={boxes} agreed={agreed} faults={faults} onChange={setAgreed} />
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        提交审核
      </Button>
      <p className="person-auth-note">
        <ShieldCheck size={16} />
        证件号码不保存；照片加密保存，审核结束{paperKeptDays}天后删除。
      </p>
    </form>
  )
}
