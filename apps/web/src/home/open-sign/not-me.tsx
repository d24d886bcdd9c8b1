import type { TicketInfo } from '@moqi/api/open-sign'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** What to do when the message came to the wrong person, or the number is no longer one's own. */
export function NotMe({ info, onClose }: { info: TicketInfo; onClose: () => void }) {
  return (
    <Sheet
      title="不是您本人？"
      onClose={onClose}
      footer={
        <Button variant="primary" data-first block onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p className="ask">
        这份合同只能由 {info.signerName}（{info.phone}）{info.copy === 'yes' ? '查看' : '签署'}
        ，验证码只发送到这个手机号。
      </p>
      <p className="ask-detail">
        如果这是您，但手机号已更换，请联系{info.initiatorName}
        更改手机号后重新发送。如果您不是收件人，请关闭本页，不要转告验证码。
      </p>
    </Sheet>
  )
}
