/** What lies beside the evidence for whoever opens the bundle without knowing it. */
export const readmeText = `证据包说明
==========

本包可以离线验证，不需要联系任何服务器。

  files/         合同文件（PDF，带各方数字签名与时间戳）
  report.pdf     签署报告（由平台数字签名）
  evidence.json  合同信息、文件指纹（SHA-256、SM3）、完整操作日志及其证明
  roots/         签发证书的根证书（仅供参考，见第 2 步）

如何验证
--------

1. 取得墨契开源程序（Apache-2.0），需要 Node 20 以上：

     npm install
     npm run verify -- --evidence 本包.zip --root 根证书.pem

   输出一行 JSON。verdict 为 valid 表示全部通过，problems 逐项列出问题。
   退出码：0 通过，1 不通过，2 无法确认签名者身份。

2. 根证书请从平台或发证机构另行取得，不要只用包里的：
   包里的根证书不能证明签名者是谁。不写 --root 时，结论最多为 indeterminate。

程序检查什么
------------

- 每个 PDF 的全部签名、时间戳，以及签名之后有没有改动；
- 签署报告的平台签名，且报告与 evidence.json 对应；
- 每个文件的 SHA-256、SM3 与 evidence.json 和操作日志一致；
- 操作日志从第 1 条起没有缺号，每条的散列值都在散列链中；
- 散列链在默克尔树（RFC 9162）的树根之下，树根有平台签名与 RFC 3161 时间戳。

没有本程序也可以核对
--------------------

- 任何 PDF 阅读器都能查看 files/ 与 report.pdf 的签名；
- sha256sum files/*.pdf，openssl dgst -sm3 files/*.pdf；
- 一条日志的散列值是 SHA-256("序号 " + JSON 数组)，数组为空间编号、合同编号、时间、账号、操作人、操作、
  说明、地址、浏览器；链的下一个散列值是 SHA-256(上一个散列值 + 本条散列值)。

evidence.json 含各方操作时的网络地址与浏览器信息，日志的散列值由它们算出，请妥善保管，仅用于举证。
`
