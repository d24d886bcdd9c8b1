import { isWorkChat, type ProviderProtocol, type WorkChatKind, workChats } from '@moqi/domain/account/identity-provider'
import { Field } from '../../ui/field.tsx'

/** What is typed of a provider's address and client. */
export type ClientTyped = Record<'issuer' | 'clientId' | 'clientSecret' | 'agentId', string>
type FieldsProps = {
  hasSecret: boolean
  typed: ClientTyped
  faultOf: (name: keyof ClientTyped) => string | undefined
  onChange: { [K in keyof ClientTyped]: (text: string) => void }
}

/** Where a provider is and as whom the platform asks it, in the words of what it speaks. */
export function ProviderClientFields({ protocol, ...props }: FieldsProps & { protocol: ProviderProtocol }) {
  if (isWorkChat(protocol)) return <ChatFields kind={protocol} {...props} />
  const isCas = protocol === 'cas'
  return (
    <>
      <Field
        label={isCas ? 'CAS 地址' : '签发者'}
        hint={`${isCas ? '例如 https://sso.example.com/cas' : 'OpenID Connect 的 issuer，例如 https://login.example.com/realms/company'}；更换后成员须重新绑定`}
        {...address(props)}
      />
      {!isCas && (
        <>
          <Field label="客户端ID" {...client(props)} />
          <Field
            label="客户端密钥"
            hint={props.hasSecret ? '已设置；不修改请留空' : '公开客户端可以留空'}
            {...secret(props)}
          />
        </>
      )}
    </>
  )
}

function ChatFields({ kind, ...props }: FieldsProps & { kind: WorkChatKind }) {
  const { typed, faultOf, onChange } = props
  return (
    <>
      <Field label={workChats[kind].client} hint="更换后成员须重新绑定" {...client(props)} />
      {kind !== 'feishu' && (
        <Field
          label="AgentId"
          inputMode="numeric"
          value={typed.agentId}
          error={faultOf('agentId')}
          onChange={(event) => onChange.agentId(event.target.value)}
        />
      )}
      <Field
        label={workChats[kind].secret}
        hint={props.hasSecret ? '已设置；不修改请留空' : '保存时用它试连一次'}
        {...secret(props)}
      />
      <Field label="接口地址" hint={`私有化部署才需填写；${workChats[kind].name}公网版请留空`} {...address(props)} />
    </>
  )
}

const address = ({ typed, faultOf, onChange }: FieldsProps) => ({
  inputMode: 'url' as const,
  spellCheck: false,
  value: typed.issuer,
  error: faultOf('issuer'),
  onChange: (event: { target: { value: string } }) => onChange.issuer(event.target.value),
})

const client = ({ typed, faultOf, onChange }: FieldsProps) => ({
  spellCheck: false,
  value: typed.clientId,
  error: faultOf('clientId'),
  onChange: (event: { target: { value: string } }) => onChange.clientId(event.target.value),
})

const secret = ({ typed, faultOf, onChange }: FieldsProps) => ({
  type: 'password',
  autoComplete: 'off',
  value: typed.clientSecret,
  error: faultOf('clientSecret'),
  onChange: (event: { target: { value: string } }) => onChange.clientSecret(event.target.value),
})
