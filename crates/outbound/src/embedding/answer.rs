use serde::Deserialize;

use super::EmbeddingError;

#[derive(Deserialize)]
struct Answer {
    data: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// The vectors of an answer in the order of the texts.
pub(super) fn read(bytes: &[u8], texts: usize) -> Result<Vec<Vec<f32>>, EmbeddingError> {
    let answer: Answer =
        serde_json::from_slice(bytes).map_err(|_| EmbeddingError::NotEmbeddings)?;
    if answer.data.len() != texts {
        let found = answer.data.len();
        return Err(EmbeddingError::WrongCount { expected: texts, found });
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts];
    for (position, entry) in answer.data.into_iter().enumerate() {
        // Some services leave the index out and keep the order.
        let place = vectors.get_mut(entry.index.unwrap_or(position));
        match place {
            // A place that is filled already was named twice.
            Some(place @ None) => *place = Some(entry.embedding),
            _ => return Err(EmbeddingError::WrongIndex),
        }
    }
    let vectors: Vec<Vec<f32>> = vectors.into_iter().flatten().collect();
    let length = vectors.first().map_or(0, Vec::len);
    for vector in &vectors {
        check(vector, length)?;
    }
    Ok(vectors)
}

fn check(vector: &[f32], length: usize) -> Result<(), EmbeddingError> {
    if vector.len() != length {
        return Err(EmbeddingError::MixedLengths);
    }
    if vector.iter().any(|value| !value.is_finite()) {
        return Err(EmbeddingError::NotFinite);
    }
    if vector.iter().all(|value| *value == 0.0) {
        return Err(EmbeddingError::Zero);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(data: &str) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        read(format!("{{\"data\":[{data}],\"usage\":{{}}}}").as_bytes(), 2)
    }

    #[test]
    fn vectors_come_in_the_order_of_the_texts() {
        let shuffled = r#"{"index":1,"embedding":[0,2]},{"index":0,"embedding":[1,0]}"#;
        assert_eq!(two(shuffled).unwrap(), [[1.0, 0.0], [0.0, 2.0]]);
        let plain = r#"{"embedding":[1,0]},{"embedding":[0,2]}"#;
        assert_eq!(two(plain).unwrap(), [[1.0, 0.0], [0.0, 2.0]]);
    }

    #[test]
    fn whatever_is_no_vector_for_each_text_is_refused() {
        use EmbeddingError::*;
        for (data, error) in [
            (r#"{"index":0,"embedding":[1]}"#, WrongCount { expected: 2, found: 1 }),
            (r#"{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}"#, WrongIndex),
            (r#"{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}"#, WrongIndex),
            (r#"{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}"#, MixedLengths),
            (r#"{"index":0,"embedding":[1]},{"index":1,"embedding":[1e39]}"#, NotEmbeddings),
            (r#"{"index":0,"embedding":[1]},{"index":1,"embedding":[0]}"#, Zero),
            (r#"{"index":0,"embedding":[]},{"index":1,"embedding":[]}"#, Zero),
            (r#"{"index":0,"embedding":[1]},{"index":1,"embedding":[NaN]}"#, NotEmbeddings),
            (r#"{"index":0,"embedding":[1]},{"index":1,"embedding":[null]}"#, NotEmbeddings),
            (r#"{"index":0,"embedding":[1]},{"index":1,"embedding":[1e999]}"#, NotEmbeddings),
            (r#"{"index":-1,"embedding":[1]},{"index":1,"embedding":[1]}"#, NotEmbeddings),
        ] {
            assert_eq!(two(data), Err(error), "{data}");
        }
        assert_eq!(read(b"<html>canary</html>", 1), Err(NotEmbeddings));
        assert_eq!(read(b"", 1), Err(NotEmbeddings));
        assert_eq!(read(b"[]", 1), Err(NotEmbeddings));
    }
}
