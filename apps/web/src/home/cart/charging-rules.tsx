const rules: readonly (readonly [what: string, then: string])[] = [
  ['发送一份合同，使用1份', '与签署方多少、文件多少无关；保存草稿、签署别人发来的合同、签署作废协议都不使用。'],
  ['无人签署前撤回，退还1份', '已有人签署后撤回，或被拒签、过期，不退还。'],
  ['先用最早到期的一包', '退还的份数回到原来那一包；那一包已到期的，再延30天。'],
  ['到期未用的份数清零', '有效期从到账之日算起，到期前30天和7天各提醒一次。'],
  ['没用过的套餐，7天内可退', '在订单里申请退款，原路退回；已用过1份即不可退。'],
]

/** How sending is charged, in plain words, before one pays. */
export function ChargingRules() {
  return (
    <section className="card cart-rules" aria-labelledby="rules-title">
      <h2 id="rules-title" className="h2">
        怎么收费
      </h2>
      <ol>
        {rules.map(([what, then]) => (
          <li key={what}>
            <b>{what}</b>
            <p>{then}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
