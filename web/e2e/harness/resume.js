/** A resume of nobody, and a job for it. */
export const RESUME = {
  basics: { name: "Ada Example", label: "Keeper of instruments", email: "ada@sample.example", summary: "Keeps instruments that measure slow things. Writes down what they say." },
  work: [
    {
      name: "Harbour Office", position: "Instrument engineer", startDate: "2019-03",
      highlights: ["Kept ninety tide gauges online with a team of three.", "Wrote the tide tables of eleven harbours."],
    },
    { name: "Survey of Low Hills", position: "Surveyor", startDate: "2012", endDate: "2019", highlights: ["Drew contours for 340 square kilometres.", "Trained eleven volunteers to read levels."] },
  ],
  education: [{ institution: "Coast University", area: "Geodesy", studyType: "MSc", endDate: "2012" }],
  skills: [{ name: "Measuring", keywords: ["tide gauges", "levelling"] }, { name: "Programs", keywords: ["Rust", "SQL"] }],
};

export const JOB = `Instrument engineer, coastal stations

We run the tide gauges of forty harbours and look for somebody who keeps them going.

Requirements
- You have kept tide gauges or similar instruments online
- You write programs in Rust
- You have led an on-call rota for a public service

Nice to have
- You have trained volunteers
`;
