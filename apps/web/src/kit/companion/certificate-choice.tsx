import { formatDate } from '@moqi/domain/time/format-date'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { TokenCertificate } from '../../client/companion.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import './certificate-choice.css'
import { CompanionMissing } from './companion-missing.tsx'
import type { LocalNetwork } from './local-network.ts'
import { useCompanion } from './use-companion.ts'

type CertificateChoiceProps = {
  /** Certificates that may be chosen; all where it is absent. */
  offers?: (certificate: TokenCertificate) => boolean
  /** What stands where none may be chosen. */
  none?: string
  chosen: TokenCertificate | null
  onChoose: (certificate: TokenCertificate) => void
}

/** Which certificate of this computer's USB keys; and before that, whatever it takes to see them. */
export function CertificateChoice({ offers = () => true, none, chosen, onChoose }: CertificateChoiceProps) {
  const { state, connect, finish } = useCompanion()
  if (state.at === 'before') return <Before network={state.network} onConnect={connect} />
  if (state.at === 'connecting') {
    return (
      <p className="companion-note" role="status">
        正在连接密钥助手…
      </p>
    )
  }
  if (state.at === 'missing') return <CompanionMissing network={state.network} onRetry={connect} />
  if (state.at === 'pairing')
    return <PairingForm fault={state.fault} busy={state.busy} onCode={finish} onAgain={connect} />
  const shown = state.at === 'ready' ? state.certificates.filter(offers) : []
  if (shown.length === 0) {
    return (
      <div className="companion-note" role="status">
        <p>{state.at === 'empty' ? state.text : (none ?? 'USBKey中没有可用的证书')}</p>
        <Button size="s" onClick={connect}>
          重新读取
        </Button>
      </div>
    )
  }
  return (
    <fieldset className="certificates">
      <legend>选择证书</legend>
      {shown.map((certificate) => (
        <label key={certificate.id} className="certificate">
          <input
            type="radio"
            name="certificate"
            value={certificate.id}
            checked={chosen?.id === certificate.id}
            disabled={!certificate.usable}
            onChange={() => onChoose(certificate)}
          />
          <span>
            <b>{certificate.commonName || certificate.organization}</b>
            {certificate.organization && certificate.organization !== certificate.commonName && (
              <span> {certificate.organization}</span>
            )}
            <span className="muted small">
              {certificate.token} · {formatDate(certificate.expireTime, '{y}-{m}-{d}')} 到期
            </span>
            {!certificate.usable && (
              <span className="small fault">这张SM2证书需要在密钥助手中配置厂商机制后才能使用</span>
            )}
          </span>
        </label>
      ))}
      <p className="muted small">下一步会打开密钥助手的页面，请在那里输入PIN码；本网页看不到PIN码。</p>
    </fieldset>
  )
}

/** Said before the browser asks, so that its question is no surprise. */
function Before({ network, onConnect }: { network: LocalNetwork; onConnect: () => void }) {
  if (network === 'blocked' || network === 'denied') return <CompanionMissing network={network} onRetry={onConnect} />
  return (
    <div className="companion-note">
      <p>使用USBKey前，请插入USBKey，并确认本机的“墨契密钥助手”已启动。</p>
      {network === 'asks' && (
        <p>
          接下来浏览器会询问是否允许本网站“访问您设备上的其他应用和服务”（或“查找并连接到本地网络设备”），请选择“允许”。
        </p>
      )}
      <Button block onClick={onConnect}>
        <KeyRound size={18} />
        连接密钥助手
      </Button>
    </div>
  )
}

type PairingFormProps = { fault: string; busy: boolean; onCode: (code: string) => void; onAgain: () => void }

/** No form of its own: it stands within others. */
function PairingForm({ fault, busy, onCode, onAgain }: PairingFormProps) {
  const [code, setCode] = useState('')
  const [short, setShort] = useState('')
  const send = () => {
    const isWhole = /^\d{6}$/.test(code.trim())
    setShort(isWhole ? '' : '请输入6位配对码')
    if (isWhole) onCode(code)
  }
  return (
    <div className="companion-note">
      <Field
        label="配对码"
        name="pairingCode"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        placeholder="密钥助手窗口中显示的6位数字"
        hint="首次使用需配对一次，避免其他网页使用您的USBKey"
        value={code}
        error={short || fault || undefined}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
      />
      <Button block busy={busy} onClick={send}>
        配对
      </Button>
      <p>
        <button type="button" className="link" onClick={onAgain}>
          重新获取配对码
        </button>
      </p>
    </div>
  )
}
