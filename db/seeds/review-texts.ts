/** Reviews of the demo, by kind, oldest first. */
export type ReviewText = { readonly rating: number; readonly text: string; readonly reply?: string }

export const reviewTexts: Readonly<Record<string, readonly ReviewText[]>> = {
  tour: [
    {
      rating: 5,
      text: 'Picked up on time, a careful driver and a guide who speaks Hindi. My parents, both over seventy, enjoyed every minute of it.',
    },
    {
      rating: 4,
      text: 'A lovely evening. Dinner was plentiful, with enough for vegetarians. The way back took longer than announced.',
      reply:
        'Thank you! Traffic back to town is heavy on weekends, so we have added half an hour to the times in the description.',
    },
    { rating: 5, text: 'The children still talk about it. Well worth the money.' },
    { rating: 4, text: '' },
  ],
  package: [
    {
      rating: 5,
      text: 'Seven days without one phone call to make: hotel, transfers and tickets were all where they should be.',
    },
    {
      rating: 4,
      text: 'Good hotel, friendly drivers. One free afternoon more would have been nice with small children.',
    },
    {
      rating: 5,
      text: 'We booked for three families. Everything worked, and one person answered on WhatsApp all week.',
    },
  ],
  ticket: [
    { rating: 5, text: 'The ticket came by email at once, and we walked past the queue.' },
    { rating: 4, text: 'Easy. The QR code needed a brighter screen at the gate, otherwise perfect.' },
    { rating: 5, text: '' },
  ],
  transfer: [
    { rating: 5, text: 'The driver waited although our flight was two hours late. Clean car, child seat was there.' },
    {
      rating: 3,
      text: 'The car was fine, but we searched for the driver for twenty minutes at Terminal 1.',
      reply: 'We are sorry. Drivers at Terminal 1 now wait at the exit of the arrivals hall with your name on a board.',
    },
    { rating: 5, text: 'On time, both ways.' },
  ],
  visa: [
    {
      rating: 5,
      text: 'Approved on the third day. They noticed that a passport scan was blurred before it went off, which saved us a refusal.',
    },
    { rating: 5, text: 'Visas for a family of five, all in one application. Clear list of what is needed.' },
    { rating: 4, text: 'Took a day longer than promised because of a holiday, but they informed us.' },
    { rating: 5, text: 'Quick and polite.' },
  ],
  umrah: [
    {
      rating: 5,
      text: 'Alhamdulillah, a journey without worries. The hotel in Makkah was a short walk from the Haram, and our guide helped my mother with great patience.',
    },
    {
      rating: 5,
      text: 'Visas, flights and the train between Makkah and Madinah were all arranged. The ziyarat were explained well.',
      reply: 'May your Umrah be accepted. Thank you for travelling with us.',
    },
    { rating: 4, text: 'A good group and a good guide. The room in Madinah was small for four.' },
    { rating: 5, text: 'We will book again for Ramadan, insha Allah.' },
  ],
  ok_to_board: [
    { rating: 5, text: 'Done within a day, and the airline had it at the counter.' },
    { rating: 5, text: 'Booked the night before the flight and got it in the morning. Great relief.' },
    { rating: 4, text: '' },
  ],
}
