import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { faceConsent } from '@moqi/domain/account/agreements'
import { FlaskConical, Glasses, RotateCw, Sun, User } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { isSignedIn } from '../../client/session.ts'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import { hrefOf } from '../../router/leave.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Check, FormFault } from '../../ui/field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { FaceShape } from './face-shape.tsx'
import { keepTicket, phoneKeyOf } from './face-store.ts'

type Scanned = Output<Table['faceScanned']>

/** /face?ticket: whose face is asked for and what for, and the consent, before anything is looked at. */
export function FacePage({ ticket }: { ticket: string }) {
  const [scanned, setScanned] = useState<Scanned | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    const over = new AbortController()
    call('faceScanned', { ticket, phoneKey: phoneKeyOf(ticket) }, { signal: over.signal, quiet: true }).then(
      setScanned,
      (error: unknown) => {
        if (!over.signal.aborted) setRefused(error instanceof CallRefusal ? error.message : '')
      },
    )
    return () => over.abort()
  }, [ticket])
  if (refused !== null) return <FaceDead reason={refused} />
  if (!scanned) return <Waiting title="正在打开人脸识别 …" />
  return <Asking ticket={ticket} scanned={scanned} />
}

function Asking({ ticket, scanned }: { ticket: string; scanned: Scanned }) {
  const { realName, idNumber, reason, isChange, isTrial } = scanned
  const [agreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<{ agree?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    if (!agreed) return setFaults({ agree: `请先阅读并同意${faceConsent.title}` })
    setBusy(true)
    setFaults({})
    try {
      const { address } = await call('beginFace', { ticket, phoneKey: phoneKeyOf(ticket), agree: 1 }, { quiet: true })
      keepTicket(ticket)
      location.assign(address)
    } catch (error) {
      setBusy(false)
      setFaults({ form: error instanceof CallRefusal ? error.message : '网络不稳定，请稍后重试' })
    }
  }
  return (
    <LeanFrame out={!isSignedIn() && <span>电脑正在等待</span>}>
      <h1>{realName}，请刷脸确认是您本人</h1>
      <p className="lean-sub">
        <span className="num">{idNumber}</span>　{isChange === 1 ? '用于变更实名信息' : '用于个人实名认证'}
      </p>
      {isTrial === 1 && <Demonstration />}
      <FaceShape />
      <ul className="face-hints">
        <li>
          <Sun size={20} />
          光线要亮
        </li>
        <li>
          <Glasses size={20} />
          摘下口罩、墨镜
        </li>
        <li>
          <User size={20} />
          正对屏幕
        </li>
      </ul>
      <form
        className="face-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <FormFault>{faults.form ?? (reason && `上次未通过：${reason}`)}</FormFault>
        <Check
          name="agree"
          checked={agreed}
          error={faults.agree}
          onChange={({ target }) => {
            setAgreed(target.checked)
            setFaults({})
          }}
        >
          我同意本次处理我的人脸信息，只留比对结果
          <a href={hrefOf(`/documentCenter?columnId=${faceConsent.columnId}`)} target="_blank" rel="noreferrer">
            《{faceConsent.title}》
          </a>
        </Check>
        <Button type="submit" variant="primary" size="xl" block busy={busy}>
          {isTrial === 1 ? '开始模拟刷脸' : '开始刷脸'}
        </Button>
      </form>
      <OtherWays />
    </LeanFrame>
  )
}

/** Where nothing is looked at, that is said first. */
export const Demonstration = () => (
  <p className="face-demo">
    <FlaskConical size={16} />
    演示环境：不打开摄像头，不采集、不录制任何画面，结果仅供试用。
  </p>
)

/** Nobody has to show a face: the way to the others, here or at the desk. */
const OtherWays = () => (
  <p className="face-other">
    不想刷脸？
    {isSignedIn() ? (
      <a href={hrefOf('/personal-auth-info')}>换一种方式</a>
    ) : (
      '请在电脑上点“换一种方式”，可改用手机号、银行卡或证件照片。'
    )}
  </p>
)

/** The code is over, another phone's, or the line is away; empty `reason` then. */
function FaceDead({ reason }: { reason: string }) {
  return (
    <LeanFrame>
      <p className="face-mark" aria-hidden="true">
        <RotateCw size={28} />
      </p>
      <h1>{reason === '' ? '暂时打不开' : '不能用这个二维码刷脸'}</h1>
      <p className="lean-sub">{reason === '' ? '网络不稳定，请稍后重试。' : `${reason}。`}</p>
      <div className="face-form">
        {reason === '' && (
          <Button variant="primary" size="xl" block onClick={() => location.reload()}>
            重试
          </Button>
        )}
        {isSignedIn() && (
          <ButtonLink to="/personal-auth-info" size="xl" block>
            返回实名认证
          </ButtonLink>
        )}
      </div>
    </LeanFrame>
  )
}
