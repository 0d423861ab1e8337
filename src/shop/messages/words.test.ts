import { expect, test } from 'vitest'
import tour from '../../services/tour/messages/en.json'
import umrah from '../../services/umrah/messages/en.json'
import en from './en.json'

/** The specification's sentences, word for word, with their requirements. */
const sentences: readonly (readonly [id: string, shown: string, given: string])[] = [
  ['C009', en.notFound.title, 'Oops! Page not found'],
  ['C031', en.help.label, 'Need Help?'],
  ['C042', en.detail.bookingTitle, 'Book Your Experience'],
  ['C042', en.detail.bookingSubtitle, 'Secure your spot with easy booking'],
  ['C050', en.loading.service.replace('{kind}', 'tour'), 'Loading your amazing tour experience...'],
  ['C051', tour.missing.text, "The tour you're looking for doesn't exist or has been removed."],
  ['C118', en.offer.bookNow, 'Book Now'],
  ['C118', en.offer.needHelp, 'Need Help'],
  ['C119', umrah.missing.title, 'Package Not Found'],
  ['C119', umrah.missing.back, 'View All Packages'],
  ['C159', en.missing.other.text, "The service you're trying to book could not be found."],
  ['C163', en.booking.validationTitle, 'Validation Error'],
  ['C163', en.booking.validationText, 'Please fill in all required fields correctly'],
  ['C180', en.confirmation.toastConfirmed, 'Booking Confirmed'],
  ['C180', en.confirmation.toastPaid, 'Payment received'],
  ['C184', en.booking.failedTitle, 'Booking Failed'],
  ['C184', en.booking.failedText, 'There was an error creating your booking.'],
  ['C191', en.payment.title, 'Complete Your Payment'],
  ['C201', en.payment.noMethods, 'No payment methods available'],
  ['C201', en.loading.methods, 'Loading payment methods...'],
  ['C202', en.payment.chooseMethod, 'Please select a payment method'],
  ['C209', en.payment.onArrival, 'Pay on arrival'],
  ['C212', en.payment.errorTitle, 'Payment Error'],
  ['C212', en.payment.failed, 'Payment failed'],
  ['C212', en.payment.cannotProcess, 'Failed to process payment'],
  ['C213', en.payment.ended.cancelledText, 'Payment cancelled by user'],
  ['C216', en.payment.copied, 'Copied!'],
  [
    'C217',
    `${en.upload.type.title}: ${en.upload.type.text}`,
    'Invalid File Type: Please upload a JPG, PNG, or PDF file',
  ],
  ['C219', `${en.upload.size.title}: ${en.upload.size.text}`, 'File Too Large: Please upload a file smaller than 5MB'],
  ['C220', `${en.upload.none.title}: ${en.upload.none.text}`, 'No File Selected: Please select a payment proof file'],
  ['C220', `${en.upload.failed.title}: ${en.upload.failed.text}`, 'Upload Failed: Failed to upload payment proof'],
  ['C220', en.upload.unreadable.text, 'Failed to read file'],
  [
    'C088',
    `${en.documentField.type.title}: ${en.documentField.type.text}`,
    'Invalid File Type: Please upload a JPG, PNG, or PDF file',
  ],
  [
    'C088',
    `${en.documentField.size.title}: ${en.documentField.size.text}`,
    'File Too Large: Please upload a file smaller than 5MB',
  ],
  ['C056', en.contactFields.pickupAdvice, 'Arrive 15 minutes before pickup.'],
  ['C056', en.confirmation.next.pickup, 'Arrive 15 minutes before pickup.'],
  ['C073', en.visaCard.apply, 'Apply Now'],
  [
    'C087',
    `${en.visa.incompleteTitle}: ${en.visa.incompleteText}`,
    'Incomplete Information: Please fill in all required fields and upload required documents for all travelers',
  ],
  [
    'C094',
    `${en.visa.contactTitle}: ${en.visa.contactText}`,
    'Contact Information Required: Please provide your email and WhatsApp number',
  ],
  ['C100', `${en.visa.submissionTitle}: ${en.visa.submissionText}`, 'Submission Failed: Failed to submit application'],
  ['C100', `${en.visa.bookingTitle}: ${en.visa.bookingText}`, 'Booking Failed: Failed to create booking'],
  ['C101', en.visa.paymentTitle, 'Payment Failed'],
  ['C227', en.bookingMissing.title, 'Booking Not Found'],
  ['C227', en.bookingMissing.home, 'Go Home'],
  [
    'C234',
    `${en.tracker.missing.title}: ${en.tracker.missing.text}`,
    'Missing Information: Please enter your booking reference',
  ],
  [
    'C238',
    `${en.tracker.notFound.title}: ${en.tracker.notFound.text}`,
    'Booking Not Found: No booking found with this reference number',
  ],
  [
    'C239',
    `${en.tracker.mismatch.title}: ${en.tracker.mismatch.text}`,
    "Email Mismatch: The email doesn't match our records for this booking",
  ],
  [
    'C240',
    `${en.tracker.failed.title}: ${en.tracker.failed.text}`,
    'Search Failed: Unable to search for booking. Please try again.',
  ],
  [
    'C240',
    `${en.tracker.found.title}: ${en.tracker.found.text}`,
    'Booking Found!: Your booking details are displayed below',
  ],
  ['C249', `${en.auth.errorTitle} – ${en.auth.signInFailed}`, 'Error – Invalid email or password'],
  ['C250', en.auth.adminErrorTitle, 'Authentication Error'],
  ['C251', en.auth.welcome, 'Welcome back!'],
  ['C254', en.auth.signedUp, 'Account created successfully! Please check your email to verify your account.'],
  ['C254', en.auth.adminSignedUp, 'Account created! Please check your email to verify your account.'],
  ['C255', en.auth.signUpFailed, 'Failed to create account. Please try again.'],
  ['C280', en.enquiry.sentTitle, 'Message Sent!'],
  ['C280', en.enquiry.sentText, "Thank you for contacting us. We'll get back to you soon."],
  ['C278', en.contact.chat, 'Chat on WhatsApp'],
  ['C263', en.profile.saved, 'Profile updated successfully'],
  ['C263', en.profile.failed, 'Failed to update profile'],
]

test.each(sentences)('[%s] "%s" is used word for word', (_id, shown, given) => {
  expect(shown).toBe(given)
})

test('[C341] the loading indicator has a default sentence for each type', () => {
  expect(en.loading).toMatchObject({
    page: 'Loading amazing experiences...',
    booking: 'Processing your booking...',
    payment: 'Securing your payment...',
    search: 'Finding amazing experiences...',
    upload: 'Uploading your files...',
    success: 'Success! Redirecting...',
  })
})
