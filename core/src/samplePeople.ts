/**
 * The people of the example on the landing page, who are also the first ones in every picture of
 * the product: parents, the child that a talk is about, and its time.
 */
export const SAMPLE_PEOPLE = [
  { name: "Maria", child: "Leo", time: "4:30 PM" },
  { name: "James", child: "Emma", time: "4:45 PM" },
  { name: "Aisha", child: "Noor", time: "5:00 PM" },
] as const;
