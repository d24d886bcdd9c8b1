import type { CertificateKey } from '@moqi/api/certificate-key'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { answerChallenge, type TokenCertificate } from '../../client/companion.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { CertificateChoice } from '../../kit/companion/certificate-choice.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { success } from '../../ui/toast-store.ts'
import './bind-key.css'
import { SettingSheet } from './setting-sheet.tsx'
import './settings-cards.css'

const day = '{y}-{m}-{d}'
const keysKey = ['certificate-keys']

/** /user/bindKey (checklist C14): the account's certificate keys, bound and unbound by a code to the phone. */
export function BindKeyPage() {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<CertificateKey | null>(null)
  const query = useQuery({
    queryKey: keysKey,
    queryFn: ({ signal }) => call('listCertificateKeys', {}, { signal, quiet: true }),
  })
  const done = (text: string) => {
    setRemoving(null)
    success(text)
    void client.invalidateQueries({ queryKey: keysKey })
  }
  return (
    <>
      <section className="card settings-card" aria-labelledby="bound-title">
        <div className="card-head settings-head">
          <h2 id="bound-title" className="h2">
            已绑定的USBKey证书
          </h2>
        </div>
        <CardState query={query} rows={2}>
          {({ keyArray }) =>
            keyArray.length === 0 ? (
              <p className="settings-none muted">暂无。绑定后可用USBKey登录、完成意愿认证，并用自己的证书签署合同。</p>
            ) : (
              <ul aria-labelledby="bound-title">
                {keyArray.map((key) => (
                  <li key={key.keyId} className="bound-key">
                    <span>
                      <b>{key.keyName}</b>
                      <span className="muted small">
                        {key.subject} · {formatDate(key.expireTime, day)} 到期 ·{' '}
                        {key.usedTime === null ? '尚未使用' : `${formatDate(key.usedTime, day)} 使用`}
                      </span>
                    </span>
                    <Button size="s" onClick={() => setRemoving(key)}>
                      解除绑定
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </CardState>
      </section>
      <section className="card settings-card" aria-labelledby="bind-title">
        <div className="card-head settings-head">
          <h2 id="bind-title" className="h2">
            绑定USBKey证书
          </h2>
        </div>
        <BindForm onDone={() => done('证书已绑定，可用于登录和签署')} />
      </section>
      {removing && <UnbindSheet own={removing} onDone={() => done('已解除绑定')} onClose={() => setRemoving(null)} />}
    </>
  )
}

function BindForm({ onDone }: { onDone: () => void }) {
  const [chosen, setChosen] = useState<TokenCertificate | null>(null)
  const [smsCode, setSmsCode] = useState('')
  const { form, faultOf, submit, busy } = useSheetForm<'smsCode', unknown>({
    check: () => (smsCode.length === 6 ? {} : { smsCode: '请输入6位短信验证码' }),
    send: async () => {
      if (!chosen) return
      const asked = await call('bindKey', { keyType: 'cert', id: chosen.id })
      if (!('code' in asked)) throw new Error('a question was answered with a key')
      const answer = await answerChallenge(chosen, asked.code)
      await call('bindKey', { keyType: 'cert', ...answer, smsCode })
    },
    onDone: () => {
      setChosen(null)
      setSmsCode('')
      onDone()
    },
    otherwise: 'smsCode',
  })
  return (
    <form ref={form} className="bind-form" noValidate onSubmit={submit}>
      <CertificateChoice chosen={chosen} onChoose={setChosen} />
      {chosen && (
        <>
          <OwnCodeField scene="key" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
          <Button type="submit" variant="primary" size="l" busy={busy}>
            {busy ? '请在密钥助手的页面输入PIN码' : '绑定'}
          </Button>
        </>
      )}
    </form>
  )
}

type UnbindProps = { own: CertificateKey; onDone: () => void; onClose: () => void }

function UnbindSheet({ own, onDone, onClose }: UnbindProps) {
  const [smsCode, setSmsCode] = useState('')
  const { faultOf, ...sheet } = useSheetForm<'smsCode', unknown>({
    check: () => (smsCode.length === 6 ? {} : { smsCode: '请输入6位短信验证码' }),
    send: () => call('unbindKey', { keyId: own.keyId, smsCode }),
    onDone,
    otherwise: 'smsCode',
  })
  return (
    <SettingSheet title="解除绑定" confirm="解除绑定" variant="danger" sheet={sheet} onClose={onClose}>
      <p>解除后，“{own.keyName}”不能再用于登录和签署；已签署的合同不受影响。</p>
      <OwnCodeField scene="key" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
    </SettingSheet>
  )
}
