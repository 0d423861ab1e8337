import { randomUUID } from 'node:crypto'
import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import type { Mailer } from '../../../modules/mail/port.ts'

/** The contract suite of every mailer. `received` returns the mails at the other end. */
export function mailerContract(open: () => Promise<{ mailer: Mailer; received: () => Promise<Email[]> }>): void {
  test('delivers subject, both parts and Message-ID unchanged', async () => {
    const { mailer, received } = await open()
    const messageId = `<${randomUUID()}@shop.test>`
    await mailer.send({
      to: 'asha@example.com',
      subject: 'बुकिंग TH1 - تأكيد',
      html: '<p>₹1,250</p>',
      text: '₹1,250',
      messageId,
    })
    const mail = (await received()).find((one) => one.messageId === messageId)
    expect(mail?.subject).toBe('बुकिंग TH1 - تأكيد')
    expect(mail?.html?.trim()).toBe('<p>₹1,250</p>')
    expect(mail?.text?.trim()).toBe('₹1,250')
    expect(mail?.to?.map((to) => to.address)).toEqual(['asha@example.com'])
    expect([mail?.cc, mail?.bcc].flat().filter(Boolean)).toEqual([])
  })
  test('uses the same Message-ID for a second try', async () => {
    const { mailer, received } = await open()
    const mail = {
      to: 'a@example.com',
      subject: 's',
      html: '<p>h</p>',
      text: 'h',
      messageId: `<${randomUUID()}@shop.test>`,
    }
    await mailer.send(mail)
    await mailer.send(mail)
    expect(new Set((await received()).map((one) => one.messageId))).toEqual(new Set([mail.messageId]))
  })
}
