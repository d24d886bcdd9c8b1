import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { GatewayFault } from '../gateway-fault.ts'
import { mailHtml } from './mail-form.ts'
import { smtpMail } from './smtp-mail.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Speaks enough SMTP to take one mail, or to refuse it with `answer` to the recipient. */
async function mailServer(answer = '250 ok'): Promise<{ url: string; taken: () => string }> {
  let taken = ''
  server = createServer((socket) => {
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const replies: [RegExp, string][] = [
      [/^EHLO/i, '250-mail.test\r\n250 AUTH PLAIN'],
      [/^AUTH PLAIN/i, '235 welcome'],
      [/^MAIL/i, '250 ok'],
      [/^RCPT/i, answer],
      [/^QUIT/i, '221 bye'],
    ]
    say('220 mail.test')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      taken += text
      if (inData) {
        if (!taken.endsWith('\r\n.\r\n')) return
        inData = false
        say('250 kept')
        return
      }
      if (/^DATA/i.test(text)) {
        inData = true
        say('354 go on')
        return
      }
      say(replies.find(([command]) => command.test(text))?.[1] ?? '500 what')
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `smtp://user:pass@127.0.0.1:${port}`, taken: () => taken }
}

const frame = { brand: '墨契', supportPhone: '400-000-0000' }
const content = {
  subject: '【墨契】邮箱验证码',
  lines: ['您好：', '验证码123456，10分钟内有效。'],
  link: { text: '查看合同', url: 'https://sign.example.cn/s/a?b=1&c=2' },
}
const mail = { messageId: '0198a000-0000-7000-8000-000000000001', address: 'li@example.cn', scene: 'mail', content }

test('a mail reaches an SMTP server with its subject, as text and as HTML, from us', async () => {
  const { url, taken } = await mailServer()
  const reference = await smtpMail({ url, from: '墨契 <no-reply@example.cn>', plain: true }, frame).send(mail)
  expect(reference).toMatch(/^<.+@example\.cn>$/)
  const text = taken()
  expect(text).toContain('RCPT TO:<li@example.cn>')
  expect(text).toContain(`X-Moqi-Message: ${mail.messageId}`)
  expect(text).toContain('Subject: =?UTF-8?')
  const parts = [...text.matchAll(/Content-Type: (text\/\w+)/g)].map(([, type]) => type)
  expect(parts).toEqual(['text/plain', 'text/html'])
})

test('a file goes with its mail as what it is', async () => {
  const { url, taken } = await mailServer()
  const file = { fileName: '普通发票-1.pdf', bytes: Buffer.from('%PDF-1.7 sample') }
  await smtpMail({ url, from: 'no-reply@example.cn', plain: true }, frame).send({ ...mail, file })
  expect(taken()).toContain('Content-Type: application/pdf')
  expect(taken()).toContain(file.bytes.toString('base64'))
})

test.each([
  ['550 no such mailbox', false],
  ['451 try again later', true],
])('a server that answers %s is worth asking again: %s', async (answer, passing) => {
  const { url } = await mailServer(answer)
  const error: unknown = await smtpMail({ url, from: 'no-reply@example.cn', plain: true }, frame)
    .send(mail)
    .catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(GatewayFault)
  expect(error).toMatchObject({ passing })
})

test('nobody there is asked again later', async () => {
  const error: unknown = await smtpMail({ url: 'smtp://127.0.0.1:1', from: 'a@b.cn', plain: true }, frame)
    .send(mail)
    .catch((fault: unknown) => fault)
  expect(error).toMatchObject({ name: 'GatewayFault', passing: true })
})

test('what others wrote cannot become part of a mail', () => {
  const html = mailHtml({ subject: 's', lines: ['<img src=x onerror=alert(1)>', '"&'] }, frame)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('without TLS nothing goes over smtp:// unless told so', async () => {
  const { url, taken } = await mailServer()
  const sending = smtpMail({ url, from: 'no-reply@example.cn', plain: false }, frame).send(mail)
  await expect(sending).rejects.toBeInstanceOf(GatewayFault)
  expect(taken()).not.toMatch(/AUTH|RCPT/)
})
