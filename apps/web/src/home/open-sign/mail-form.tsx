import { checkEmail } from '@moqi/domain/identity/email'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { MailField } from '../../kit/account/mail-field.tsx'

/** Where word of the finished file goes; the mail carries a link, which asks for the phone again. */
export function MailForm({ signId, mail }: { signId: string; mail: string | null }) {
  const [email, setEmail] = useState(mail ?? '')
  const [fault, setFault] = useState<string>()
  const leaving = useMutation({
    mutationFn: (address: string) => call('leaveMail', { signId, email: address }),
    onError: (error) => setFault(error instanceof CallRefusal ? error.message : '没有保存，请稍后重试'),
  })
  const kept = leaving.data?.email ?? mail
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkEmail(email)
    setFault(checked.ok ? undefined : checked.message)
    if (checked.ok) leaving.mutate(checked.value)
  }
  return (
    <form className="os-mail" noValidate onSubmit={submit}>
      <MailField
        label="用邮箱接收完成的合同，选填"
        placeholder="请输入邮箱"
        value={email}
        error={fault}
        hint="全部签署完成后，会把查看链接发到邮箱，打开时需再次验证手机号。"
        onChange={(typed) => {
          setEmail(typed)
          setFault(undefined)
        }}
      />
      <Button type="submit" size="l" block busy={leaving.isPending}>
        保存邮箱
      </Button>
      <p className="small os-kept" role="status">
        {kept && !leaving.isPending && !fault && `已保存：${kept}`}
      </p>
    </form>
  )
}
