import type { IdentityProvider } from '@moqi/api/identity-provider'
import {
  checkAgentId,
  checkClientText,
  checkIssuer,
  checkProviderName,
  checkSignInCode,
  isWorkChat,
  type ProviderProtocol,
  providerProtocols,
  workChats,
} from '@moqi/domain/account/identity-provider'
import { keysOf } from '@moqi/domain/keys-of'
import { useId, useState } from 'react'
import { call } from '../../client/call.ts'
import { isText, oneOf } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import '../../kit/form/form-sheet.css'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type ClientTyped, ProviderClientFields } from './provider-client-fields.tsx'

type Typed = 'providerName' | 'signInCode' | 'issuer' | 'clientId' | 'clientSecret' | 'agentId'
type SheetProps = {
  /** Null where there is none yet. */
  provider: IdentityProvider | null
  redirectUri: string
  onDone: () => void
  onClose: () => void
}

const isProtocol = oneOf(...keysOf(providerProtocols))
const options = keysOf(providerProtocols).map((value) => ({ value, label: providerProtocols[value] }))
const leads: Readonly<Record<ProviderProtocol, string>> = {
  openid: '先在身份系统中登记一个客户端，回调地址填写 ',
  cas: '先在 CAS 中登记服务，地址前缀为 ',
  wecom: '先在企业微信管理后台创建自建应用，把墨契的域名设为可信域名和授权回调域。回调地址为 ',
  dingtalk: '先在钉钉开放平台创建企业内部应用，在“安全设置”中添加重定向地址 ',
  feishu: '先在飞书开放平台创建企业自建应用，在“安全设置”中添加重定向地址 ',
}

/** Sets a company's identity provider. The secret is kept in no draft. */
export function IdentityProviderSheet({ provider, redirectUri, onDone, onClose }: SheetProps) {
  const id = useId()
  const keyOf = useRepeatKey()
  const [providerName, setName] = useKept('providerName', isText, () => provider?.providerName ?? '')
  const [signInCode, setCode] = useKept('signInCode', isText, () => provider?.signInCode ?? '')
  const [issuer, setIssuer] = useKept('issuer', isText, () => shownIssuer(provider))
  const [clientId, setClient] = useKept('clientId', isText, () => provider?.clientId ?? '')
  const [agentId, setAgent] = useKept('agentId', isText, () => provider?.agentId ?? '')
  const [protocol, choose] = useKept<ProviderProtocol>('protocol', isProtocol, () => provider?.protocol ?? 'openid')
  const [clientSecret, setSecret] = useState('')
  const typed: ClientTyped = { issuer, clientId, clientSecret, agentId }
  const { form, faultOf, submit, busy } = useSheetForm<Typed, { version: number }>({
    check: () => {
      const checked = {
        providerName: checkProviderName(providerName),
        signInCode: checkSignInCode(signInCode),
        ...checkClient(protocol, typed),
      }
      return Object.fromEntries(Object.entries(checked).flatMap(([name, one]) => (one.ok ? [] : [[name, one.message]])))
    },
    send: () => {
      const client = clientOf(protocol, typed)
      const input = { version: provider?.version ?? 0, providerName, signInCode, protocol, ...client }
      return call('saveIdentityProvider', input, { key: keyOf(input), quiet: true })
    },
    onDone,
    otherwise: isWorkChat(protocol) ? 'clientSecret' : 'issuer',
  })
  return (
    <Sheet
      title="统一登录设置"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            保存
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className="form-sheet" noValidate onSubmit={submit}>
        <SelectField label="接入方式" options={options} value={protocol} onChange={choose} />
        <p className="muted provider-note">
          {leads[protocol]}
          <code>{redirectUri}</code>
        </p>
        <Field
          label="名称"
          hint="例如：墨蓝统一身份"
          value={providerName}
          error={faultOf('providerName')}
          data-first
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="企业登录代号"
          hint="成员登录时填写，2–32位小写字母、数字或连字符"
          autoCapitalize="none"
          spellCheck={false}
          value={signInCode}
          error={faultOf('signInCode')}
          onChange={(event) => setCode(event.target.value)}
        />
        <ProviderClientFields
          protocol={protocol}
          hasSecret={provider?.hasSecret === 1}
          typed={typed}
          faultOf={faultOf}
          onChange={{ issuer: setIssuer, clientId: setClient, clientSecret: setSecret, agentId: setAgent }}
        />
      </form>
    </Sheet>
  )
}

/** The vendor's own address of a work chat is not shown: it is left empty. */
function shownIssuer(provider: IdentityProvider | null): string {
  if (!provider) return ''
  const { protocol, issuer } = provider
  return isWorkChat(protocol) && issuer === workChats[protocol].address ? '' : issuer
}

const hasAgent = (protocol: ProviderProtocol) => protocol === 'wecom' || protocol === 'dingtalk'

function checkClient(protocol: ProviderProtocol, { issuer, clientId, agentId }: ClientTyped) {
  const chat = isWorkChat(protocol) ? workChats[protocol] : null
  // Whether a plain address will do depends on the operator's own network, which the server knows.
  const address = chat && issuer.trim() === '' ? {} : { issuer: checkIssuer(issuer, { plainAllowed: true }) }
  return {
    ...address,
    ...(protocol !== 'cas' && { clientId: checkClientText(chat?.client ?? '客户端ID', clientId) }),
    ...(hasAgent(protocol) && { agentId: checkAgentId(agentId) }),
  }
}

const clientOf = (protocol: ProviderProtocol, { issuer, clientId, clientSecret, agentId }: ClientTyped) => ({
  issuer,
  ...(protocol !== 'cas' && { clientId, ...(clientSecret !== '' && { clientSecret }) }),
  ...(hasAgent(protocol) && { agentId }),
})
