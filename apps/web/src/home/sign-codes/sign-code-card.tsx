import type { SignCode } from '@moqi/api/sign-code'
import { signCodeLifecycle } from '@moqi/domain/templates/sign-code'
import { formatDate } from '@moqi/domain/time/format-date'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { RowActions, type RowAction } from '../../ui/row-actions.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { saveQrPng, saveQrSvg } from './save-qr-code.ts'
import { readSignCodesAnew } from './sign-code-keys.ts'

const tags: Readonly<Record<NonNullable<SignCode['closing']>, [Tone, string]>> = {
  ended: ['void', '已结束'],
  expired: ['grey', '已到期'],
  paused: ['ochre', '已暂停'],
  full: ['blue', '名额已满'],
  noQuota: ['ochre', '份数不足'],
  withdrawn: ['grey', '不可用'],
}

/** Whether a code still makes contracts, in a word. */
export function SignCodeTag({ closing }: Pick<SignCode, 'closing'>) {
  const [tone, words]: [Tone, string] = closing === null ? ['green', '可扫码'] : tags[closing]
  return <Tag tone={tone}>{words}</Tag>
}

/** A code with its picture, how many have signed by it, and what may be done with it. */
export function SignCodeCard({ code }: { code: SignCode }) {
  const { codeName, templateName, usedNumber, cap, endTime, qrcode, several } = code
  return (
    <li className="card sign-code">
      <img src={qrcode} alt={`${codeName}的二维码`} width={112} height={112} />
      <div className="sign-code-facts">
        <div className="sign-code-name">
          <h2 className="clip" title={codeName}>
            {codeName}
          </h2>
          <SignCodeTag closing={code.closing} />
        </div>
        <p className="small muted clip" title={templateName}>
          {templateName}
        </p>
        <p className="small num">
          已领取 {usedNumber} / {cap}　截止 {formatDate(endTime, '{y}-{m}-{d}')}
          {several === 1 && '　每人可签多份'}
        </p>
        <RowActions subject={codeName} actions={useActions(code)} />
      </div>
    </li>
  )
}

async function move(signCodeId: string, event: 'pause' | 'resume' | 'end', done: string) {
  try {
    await call('moveSignCode', { signCodeId, event })
    success(done)
  } catch (error) {
    showRefusal(error)
  }
  await readSignCodesAnew()
}

function useActions(code: SignCode): RowAction[] {
  const navigate = useNavigate()
  const { signCodeId, codeName, codeState, link } = code
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      success('链接已复制')
    } catch {
      warn(`复制失败，请手动复制：${link}`)
    }
  }
  const end = async () => {
    const question = {
      title: '结束签署码',
      text: `确定结束“${codeName}”吗？结束后不能恢复，已领取的合同不受影响。`,
      confirm: '结束',
      cancel: '取消',
    }
    if (await ask(question)) await move(signCodeId, 'end', '签署码已结束')
  }
  const uses = () => void navigate(`/space/sign-codes?${new URLSearchParams({ signCodeId })}`)
  const may = (event: 'pause' | 'resume' | 'end') => signCodeLifecycle.can(codeState, event)
  return [
    { key: 'uses', label: '查看合同', onPress: uses },
    { key: 'png', label: '下载二维码', onPress: () => void saveQrPng(code) },
    { key: 'svg', label: '下载矢量图', onPress: () => void saveQrSvg(code) },
    { key: 'copy', label: '复制链接', onPress: () => void copy() },
    ...(may('pause')
      ? [{ key: 'pause', label: '暂停', onPress: () => void move(signCodeId, 'pause', '签署码已暂停') }]
      : []),
    ...(may('resume')
      ? [{ key: 'resume', label: '恢复', onPress: () => void move(signCodeId, 'resume', '签署码已恢复') }]
      : []),
    ...(may('end') ? [{ key: 'end', label: '结束', danger: true, onPress: () => void end() }] : []),
  ]
}
