// A text to try the editor on, such as a learner might write.

export const EXAMPLE = `Last summer I made a very nice trip with my family. We lost the bus on the first morning, so we took a taxi and discussed about the plan. I did a mistake with the map, and in the strong rain we arrived to the hotel at midnight.

The people in the town were friendly. An old man told us an amazing story about his life, and he gave us many advices. My sister did a photo of him, and he opened the light so that she could see better.

I think that this trip was a good experience for me. I learned a lot about the history of the town. Next year I will do my homework before we go, and we will congratulate the old man for his birthday.
`;
