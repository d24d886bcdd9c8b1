import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import type { TokenCertificate } from '../../client/companion.ts'
import { Button } from '../../ui/button.tsx'
import { CertificateChoice } from '../companion/certificate-choice.tsx'

type CertificateFieldProps = {
  id: string
  fault: string
  busy: boolean
  onChoose: (certificateId: string) => void
  onPress: () => void
}

/** The proof of will by a USB key: which certificate, of those bound to the account, and the press. */
export function CertificateField({ id, fault, busy, onChoose, onPress }: CertificateFieldProps) {
  const [chosen, setChosen] = useState<TokenCertificate | null>(null)
  const { data } = useQuery({
    queryKey: ['certificate-keys'],
    queryFn: ({ signal }) => call('listCertificateKeys', {}, { signal, quiet: true }),
  })
  const bound = data?.keyArray.map(({ keyId }) => keyId)
  return (
    <>
      <CertificateChoice
        offers={(certificate) => !bound || bound.includes(certificate.id)}
        none="插入的USBKey中没有绑定您账号的证书，请先在“安全设置”的“USBKey数字证书”中绑定，或换一种方式。"
        chosen={chosen}
        onChoose={(certificate) => {
          setChosen(certificate)
          onChoose(certificate.id)
        }}
      />
      {chosen && (
        <>
          <Button id={id} data-first size="l" block busy={busy} aria-describedby={`${id}-fault`} onClick={onPress}>
            <KeyRound size={18} />
            {busy ? '请在密钥助手的页面输入PIN码' : '用USBKey验证并签署'}
          </Button>
          <p className="muted small">需输入两次PIN码：先确认意愿，再由这张证书签署合同。私钥不离开USBKey。</p>
        </>
      )}
      <p id={`${id}-fault`} className="field-error" role="alert">
        {fault}
      </p>
    </>
  )
}
